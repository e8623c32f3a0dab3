// Converts rem to pixels for scripts: rem grows with the font size that the user has set.

export const remToPixels = (rem: number): number =>
  rem * Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize)
