import { act, renderHook } from '@testing-library/react'
import type { Contexto } from '@yupana/contract'
import { afterEach, expect, it, vi } from 'vitest'

import { avisoFechaOf } from './fecha-emision.ts'
import { fechaEfectiva } from './use-documento.ts'
import { useDeHoy } from './use-de-hoy.ts'

afterEach(() => vi.useRealTimers())

it('O-55 a draft that is open over midnight is issued with the new day, and says so', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T23:59:00-05:00') })
  const leido = { hoy: '2026-11-20', empresa: { dias_fecha_anterior: 0 } } as Contexto
  const { result } = renderHook(() => useDeHoy(leido))
  expect(result.current).toBe(leido)
  act(() => void vi.advanceTimersByTime(61_000))
  const { hoy } = result.current
  expect([hoy, fechaEfectiva('2026-11-20', result.current), avisoFechaOf('2026-11-20', hoy, 0).aviso]).toEqual([
    '2026-11-21', '2026-11-21', 'Se emitirá con la fecha de hoy, 21/11/2026: el SRI pide transmitir el mismo día.',
  ])
})
