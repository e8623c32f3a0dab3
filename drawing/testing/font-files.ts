// The files of the open fonts of the six families, each in two parts: Western European characters, and others.

export type FontName = keyof typeof packages

export const fontNames = {
  dosis: 'Dosis',
  arimo: 'Arimo',
  tinos: 'Tinos',
  'source-code-pro': 'Source Code Pro',
  aleo: 'Aleo',
  'exo-2': 'Exo 2',
} satisfies Record<FontName, string>

export function fontFile(font: FontName, part: 'latin' | 'latin-ext', face: string, format: 'woff' | 'woff2'): URL {
  return new URL(`files/${font}-${part}-${face}.${format}`, packages[font])
}

const packages = {
  dosis: import.meta.resolve('@fontsource/dosis'),
  arimo: import.meta.resolve('@fontsource/arimo'),
  tinos: import.meta.resolve('@fontsource/tinos'),
  'source-code-pro': import.meta.resolve('@fontsource/source-code-pro'),
  aleo: import.meta.resolve('@fontsource/aleo'),
  'exo-2': import.meta.resolve('@fontsource/exo-2'),
}
