// The button that switches between light and dark theme.

import { Button } from './button.tsx'
import { chooseTheme, useTheme } from './theme.ts'
import { useUiMessages } from './ui-messages.ts'

export function ThemeToggle() {
  const messages = useUiMessages()
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  return (
    <Button
      variant="quiet"
      onClick={() => chooseTheme(other)}
      aria-label={other === 'dark' ? messages.darkTheme : messages.lightTheme}
    >
      <ThemeIcon theme={other} />
    </Button>
  )
}

export const ThemeIcon = ({ theme }: { theme: 'light' | 'dark' }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={theme === 'dark' ? moon : sun} />
  </svg>
)

const moon = 'M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z'
const sun =
  'M10 6.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8ZM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M16 4l-1.4 1.4M5.4 14.6 4 16'
