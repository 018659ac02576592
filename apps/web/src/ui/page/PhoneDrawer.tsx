import { Drawer, type DrawerProps } from '@mantine/core';

/** A panel beside the content on a wide screen that slides over it on a phone. */
export default function PhoneDrawer(props: DrawerProps) {
  return <Drawer padding={0} withCloseButton={false} {...props} />;
}
