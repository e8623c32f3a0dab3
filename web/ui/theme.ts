// The theme as a React hook: components render again when it changes.

import { useSyncExternalStore } from 'react'
import { currentTheme, onTheme, type Theme } from './chosen-theme.ts'

export { chooseTheme, startTheme, type Theme } from './chosen-theme.ts'

export const useTheme = (): Theme => useSyncExternalStore(onTheme, currentTheme)
