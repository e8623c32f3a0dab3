// Whether the window is as narrow as that of a phone, as the stylesheets see it.

const narrow = window.matchMedia('(max-width: 40rem)')

export const isNarrow = () => narrow.matches
