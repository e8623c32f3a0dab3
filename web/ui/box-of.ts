// Where an element is in the window, as a plain box.

export function boxOf(element: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}
