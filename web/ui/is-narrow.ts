// Whether the window is as narrow as a phone, with the same breakpoint as the stylesheets.

const narrow = window.matchMedia('(max-width: 40rem)')

export const isNarrow = () => narrow.matches
