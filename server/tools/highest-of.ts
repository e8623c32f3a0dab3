// Returns the highest of many numbers, or 0 if there are none. Math.max takes only as many as fit on the stack.

export function highestOf(numbers: Iterable<number>): number {
  let highest = 0
  for (const number of numbers) if (number > highest) highest = number
  return highest
}
