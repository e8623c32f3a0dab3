// The icons of the start page: lines of the text's color.

const paths = {
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 17h6M17 14v6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  key: 'M14.5 9.5a4.5 4.5 0 1 0-4.2 4.5L12 12h2v2h2v2h4v-3.5zM8.5 8.5h.01',
  cursor: 'M5 4l6 15 2.2-6.3L19.500 10.500zM15 15l4 4',
  spark: 'M12 3l1.800 5.200L19 10l-5.200 1.800L12 17l-1.800-5.200L5 10l5.200-1.800zM18 16v5M15.500 18.500h5',
  frame: 'M4 5h16v14H4zM4 15l4.500-4.500 4 4L16 11l4 4M15.500 8.500h.01',
} as const

export type StartIconName = keyof typeof paths

export const StartIcon = ({ name }: { name: StartIconName }) => (
  <svg className="start-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path
      d={paths[name]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
