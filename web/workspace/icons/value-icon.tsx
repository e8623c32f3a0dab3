// Icons for the values of a field: the style of a line, the caps at its ends, the alignment of text.

// biome-ignore format: a table
const paths: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  textAlign: {
    left:     'M4 5h12M4 10h7M4 15h10',
    center:   'M4 5h12M6.500 10h7M5 15h10',
    right:    'M4 5h12M9 10h7M6 15h10',
  },
  path: {
    straight: 'M4 16L16 4',
    elbow:    'M3.500 15H10V5h6.500',
    curve:    'M3.500 15c8 0 5-10 13-10',
  },
  line: {
    solid:    'M3 10h14',
    dashed:   'M2.500 10h3.700M8.150 10h3.700M13.800 10h3.700',
    dotted:   'M3 10h.01M7.700 10h.01M12.300 10h.01M17 10h.01',
  },
  cap: {
    none:     'M3 10h14',
    arrow:    'M3 10h13.500M12 5.500l4.500 4.500-4.500 4.500',
    triangle: 'M3 10h7.500M10.500 5.500l6.500 4.500-6.500 4.500z',
    circle:   'M3 10h7.500M10.500 10a3.200 3.200 0 1 0 6.400 0 3.200 3.200 0 0 0-6.400 0z',
    diamond:  'M3 10h5.500M8.500 10l4.250-4 4.250 4-4.250 4z',
    bar:      'M3 10h13.500M16.500 5v10',
  },
}

// biome-ignore format: a table
const tableOf: Readonly<Record<string, string>> = {
  textAlign: 'textAlign', path: 'path', line: 'line', borderStyle: 'line', startCap: 'cap', endCap: 'cap',
}

/** The start of a line is shown at the left. */
export const ValueIcon = ({ field, value }: { field: string; value: string }) => (
  <svg className={`icon ${field === 'startCap' ? 'icon-mirrored' : ''}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[tableOf[field] ?? '']?.[value]} />
  </svg>
)
