interface LogoMarkProps {
  /** Edge in pixels. */
  size?: number;
}

/** The mark: two rounded shapes that overlap, one leading, one leaning on it. */
export function LogoMark({ size = 24 }: LogoMarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect
        x="3"
        y="3"
        width="19"
        height="19"
        rx="7"
        fill="light-dark(var(--mantine-color-teal-7), var(--mantine-color-teal-6))"
      />
      <rect x="10" y="10" width="19" height="19" rx="7" fill="var(--mantine-color-teal-3)" />
      <path d="M17 10a7 7 0 0 0 -7 7v5h5a7 7 0 0 0 7 -7v-5z" fill="var(--mantine-color-teal-9)" />
    </svg>
  );
}
