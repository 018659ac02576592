import { expect, it } from 'vitest';
import { areaOf } from './areas.ts';

it.each([
  ['/chatpdf/a/x', 'chatpdf'],
  ['/home', 'home'],
  ['/admin/overview', 'admin'],
  ['/', ''],
  ['', ''],
])('C4: the area of %j is %j', (path, area) => {
  expect(areaOf(path)).toBe(area);
});
