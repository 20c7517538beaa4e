import '../../testing/browser-stubs.ts'

import { cleanup, render, screen } from '@testing-library/react'
import { ESTADO_AUTORIZACION_LABEL, ESTADOS, taxStatusOf } from '@yupana/fiscal'
import { describe, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { ComprobanteChip, estadoVisibleOf } from './estado-chip.tsx'

describe('the state of a document', () => {
  it.each([
    [1, 'Autorizado', 'success'],
    [2, 'En espera de autorización', 'warning'],
    [3, 'Autorización en proceso', 'progress'],
    [4, 'No autorizado', 'danger'],
    [6, 'Anulado', 'void'],
  ])('R-3.2.7 authorization %i is «%s», whatever the generation', (estado_tributario, label, tone) =>
    expect(estadoVisibleOf({ estado_tributario, estado_generacion: 2 })).toMatchObject({ label, tone }),
  )

  it.each([
    [1, 'Generado', 'info'],
    [2, 'Parcialmente generado', 'warning'],
    [3, 'Anulado', 'void'],
    [4, 'En espera', 'neutral'],
  ])('R-3.2.6 without authorization, generation %i is «%s»', (estado_generacion, label, tone) =>
    expect(estadoVisibleOf({ estado_tributario: null, estado_generacion })).toMatchObject({ label, tone }),
  )

  it.each(ESTADOS.filter((estado) => taxStatusOf(estado) !== undefined))(
    '%s is one word in row, tab and filter, whatever the SRI does',
    (estado) => {
      const estado_tributario = taxStatusOf(estado)!
      const silent = { estado, estado_tributario, sri_callado: true, sin_respuesta: true }
      render(
        <ThemeProvider>
          <ComprobanteChip fila={silent} />
        </ThemeProvider>,
      )
      expect(screen.getByText(ESTADO_AUTORIZACION_LABEL[estado_tributario])).toBeDefined()
      expect(screen.queryByText('El SRI no responde') !== null).toBe(['ENVIANDO', 'INCIERTO'].includes(estado))
      cleanup()
    },
  )

  it('is a draft where there is neither', () => expect(estadoVisibleOf({})).toMatchObject({ label: 'Borrador', isDraft: true }))

  it('says beside the state of the specification that one in quarantine needs somebody', () => {
    render(
      <ThemeProvider>
        <ComprobanteChip fila={{ estado: 'CUARENTENA', estado_tributario: 3 }} />
      </ThemeProvider>,
    )
    expect([screen.getByText('Autorización en proceso').dataset.tone, screen.getByText('En revisión').dataset.tone]).toEqual([
      'progress',
      'danger',
    ])
  })

  it('shows an unknown number as a neutral state, and reports it once', () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    render(
      <ThemeProvider>
        <ComprobanteChip fila={{ estado_tributario: 5, estado_generacion: 1 }} />
        <ComprobanteChip fila={{ estado_tributario: 5 }} />
      </ThemeProvider>,
    )
    expect(screen.getAllByText('Estado 5').map((chip) => chip.dataset.tone)).toEqual(['neutral', 'neutral'])
    expect(report).toHaveBeenCalledTimes(1)
  })
})
