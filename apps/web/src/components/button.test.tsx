import '../testing/browser-stubs.ts'

import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { Button } from './button.tsx'
import { ThemeProvider } from './theme/theme-provider.tsx'

const page = (busy: boolean) => (
  <ThemeProvider>
    <Button busy={busy}>Agregar</Button>
    <input aria-label="Otro" />
  </ThemeProvider>
)
const otro = () => screen.getByLabelText('Otro')
const agregar = () => screen.getByRole('button', { name: 'Agregar' })

it('has the focus again after it was busy, which takes it away in a browser, unless somebody went elsewhere', () => {
  const { rerender } = render(page(false))
  agregar().focus()
  rerender(page(true))
  // A browser does the same with a disabled button.
  otro().focus()
  otro().blur()
  rerender(page(false))
  expect(document.activeElement).toBe(agregar())

  rerender(page(true))
  otro().focus()
  rerender(page(false))
  expect(document.activeElement).toBe(otro())
})

it('takes no focus that it did not have', () => {
  const { rerender } = render(page(true))
  rerender(page(false))
  expect(document.activeElement).toBe(document.body)
})
