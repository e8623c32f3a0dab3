// Whether the window is as narrow as a phone, with the same breakpoint as the stylesheets.

export const isNarrow = () => window.matchMedia('(max-width: 40rem)').matches
