// Lengths of the stylesheets where a script needs them: they grow with the letters that a reader has chosen.

export const inPixels = (rem: number): number =>
  rem * Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize)
