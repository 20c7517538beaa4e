import '../testing/browser-stubs.ts'

import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { Dialog } from './dialog/dialog.tsx'
import { PageTitle } from './page-title.tsx'

const screenOf = (title: string, isDialogOpen = false) => (
  <MantineProvider>
    <PageTitle>{title}</PageTitle>
    <Dialog opened={isDialogOpen} title="Buscar o ir a…" onClose={() => undefined}>
      <input aria-label="Buscar" data-autofocus />
      <a href="#/persona">Personas</a>
    </Dialog>
  </MantineProvider>
)

describe('the heading of a screen', () => {
  it('takes the focus when the screen opens, and again when what it names has arrived', () => {
    const { rerender } = render(screenOf('Comprobante'))
    const heading = screen.getByRole('heading', { level: 1 })
    expect(document.activeElement).toBe(heading)
    heading.blur()
    rerender(screenOf('Factura 001-001-000000014'))
    expect(document.activeElement).toBe(heading)
    expect(document.title).toMatch(/^Factura 001-001-000000014 · /)
  })

  it('leaves the focus to a dialog that was opened while the screen was on its way', async () => {
    const { rerender } = render(screenOf('Comprobante'))
    rerender(screenOf('Comprobante', true))
    const box = await screen.findByRole('textbox', { name: 'Buscar' })
    await expect.poll(() => document.activeElement).toBe(box)
    rerender(screenOf('Factura 001-001-000000014', true))
    expect(document.activeElement).toBe(box)
    expect(document.title).toMatch(/^Factura/)
  })

  it('takes it from the link in a drawer that led here, and is still on its way out', async () => {
    const { rerender } = render(screenOf('Comprobante', true))
    const link = await screen.findByRole('link', { name: 'Personas' })
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Buscar' }))
    link.focus()
    location.hash = '#/persona'
    rerender(screenOf('Personas', true))
    expect(document.activeElement).toBe(screen.getByText('Personas', { selector: 'h1' }))
  })

  it('leaves it at a link of a panel that was opened while the screen was on its way', async () => {
    const { rerender } = render(screenOf('Comprobante', true))
    const link = await screen.findByRole('link', { name: 'Personas' })
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Buscar' }))
    link.focus()
    location.hash = '#/comprobante/14'
    rerender(screenOf('Factura 001-001-000000014', true))
    expect(document.activeElement).toBe(link)
  })
})
