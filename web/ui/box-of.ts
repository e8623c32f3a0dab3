// The box of an element in the window.

export function boxOf(element: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}
