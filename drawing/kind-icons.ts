// The icon of each kind, drawn with lines on a grid of 20: for the workspace page and the contents of the viewer.

import type { KindName } from '@tessera/contract'

// biome-ignore format: a table
export const kindIcons: Readonly<Record<KindName, string>> = {
  note:      'M3.500 3.500h13v8.500l-4.500 4.500h-8.500zM16.500 12H12v4.500',
  text:      'M4 6V4h12v2M10 4v12M7.500 16h5',
  image:     'M3 4h14v12H3zM3 13.500l4-4 3.500 3.500 2.500-2.500 4 4M12.800 6.800a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400z',
  document:  'M5 2.500h6.500L15.500 6.500v11H5zM11.500 2.500v4h4M7.500 10h5.500M7.500 13.300h5.500',
  browser:   'M3 4h14v12H3zM3 7.500h14M5.500 5.800h.01M7.500 5.800h.01',
  canvas:    'M3.500 5h13v11.500h-13zM3.500 8h6V5',
  stroke:    'M3 14.500c2-6 4.500-9.500 6-9s-2.500 8.500-.8 9.200c1.700.700 3.300-5.500 4.800-5.200s-.7 4 .6 4.500c.9.300 2-.5 3.400-2',
  shape:     'M3.500 8.500h8v8h-8zM11.500 11.700a4.300 4.300 0 1 0-4-3.200',
  connector: 'M3 4.500h4v4H3zM13 11.500h4v4h-4zM7 6.500h3.500v7H13',
}
