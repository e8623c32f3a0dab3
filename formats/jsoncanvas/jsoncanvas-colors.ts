// The preset colors of JSON Canvas. The format leaves their values to the program; these are those of Obsidian.

export const presetColors: Readonly<Record<string, string>> = {
  1: '#fb464c',
  2: '#e9973f',
  3: '#e0de71',
  4: '#44cf6e',
  5: '#53dfdd',
  6: '#a882ff',
}
