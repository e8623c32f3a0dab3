// CSS font stacks of the font families. The host registers the open fonts under these names; the files with characters
// beyond Western European ones are registered under the name followed by "ext".

import type { Font, FontFamily } from './drawable.ts'

export const fontStacks: Readonly<Record<FontFamily, string>> = {
  Dosis: 'Dosis, "Dosis ext", sans-serif',
  Helvetica: 'Helvetica, Arimo, "Arimo ext", "Liberation Sans", Arial, sans-serif',
  'Times New Roman': '"Times New Roman", Tinos, "Tinos ext", "Liberation Serif", serif',
  'Source Code Pro': '"Source Code Pro", "Source Code Pro ext", monospace',
  Aleo: 'Aleo, "Aleo ext", serif',
  'Exo 2': '"Exo 2", "Exo 2 ext", sans-serif',
}

export function cssFont({ fontFamily, fontSize, fontWeight, fontStyle }: Font): string {
  return `${fontStyle} ${fontWeight} ${fontSize}px ${fontStacks[fontFamily]}`
}
