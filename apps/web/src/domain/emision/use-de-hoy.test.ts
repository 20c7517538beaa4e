import { act, renderHook } from '@testing-library/react'
import type { Contexto } from '@yupana/contract'
import { beforeEach, expect, it, vi } from 'vitest'

import { avisoFechaOf } from './fecha-emision.ts'
import { fechaEfectiva } from './use-documento.ts'
import { useDeHoy } from './use-de-hoy.ts'

const leido = { hoy: '2026-11-20', empresa: { dias_fecha_anterior: 0 } } as Contexto
const at = (instant: string) => Date.parse(`${instant}:00-05:00`)

beforeEach(() => vi.useFakeTimers({ now: at('2026-11-20T18:00') }))

it('O-55 a draft that is open over midnight is issued with the new day, and says so', () => {
  const { result } = renderHook(() => useDeHoy(leido))
  expect(result.current).toBe(leido)
  act(() => void vi.advanceTimersByTime(6 * 3_600_000 - 1))
  expect(result.current).toBe(leido)
  act(() => void vi.advanceTimersByTime(1))
  const { hoy } = result.current
  expect([hoy, fechaEfectiva('2026-11-20', result.current), avisoFechaOf('2026-11-20', hoy, 0).aviso]).toEqual([
    '2026-11-21',
    '2026-11-21',
    'Se emitirá con la fecha de hoy, 21/11/2026: el SRI pide transmitir el mismo día.',
  ])
  act(() => void vi.advanceTimersByTime(24 * 3_600_000))
  expect(result.current.hoy).toBe('2026-11-22')
})

// Asleep, time moves and no timer does.
it.each([
  ['the page is seen again', document, 'visibilitychange'],
  ['the window has the focus again', window, 'focus'],
])('O-55 after a night in which the computer slept the new day counts as soon as %s', (_when, target, event) => {
  const { result } = renderHook(() => useDeHoy(leido))
  vi.setSystemTime(at('2026-11-21T08:00'))
  expect(result.current.hoy).toBe('2026-11-20')
  act(() => {
    target.dispatchEvent(new Event(event))
    vi.advanceTimersByTime(0)
  })
  expect(result.current.hoy).toBe('2026-11-21')
})

it('O-55 a context that is read anew after midnight counts that midnight once', () => {
  const { result, rerender } = renderHook((contexto: Contexto) => useDeHoy(contexto), { initialProps: leido })
  act(() => void vi.advanceTimersByTime(7 * 3_600_000))
  rerender({ ...leido, hoy: '2026-11-21' })
  expect(result.current.hoy).toBe('2026-11-21')
})

it('O-55 the day that the server names counts where the clock of the page is behind it', () => {
  const { result } = renderHook(() => useDeHoy({ ...leido, hoy: '2026-11-21' }))
  expect(result.current.hoy).toBe('2026-11-21')
})
