import type { Contexto } from '@yupana/contract'
import { addDays, daysBetween } from '@yupana/fiscal'
import { useEffect, useState } from 'react'

import { serverNow } from '../../lib/server-clock.ts'
import { today } from '../../lib/format.ts'

/** The context with its day moving on: an editor may stay open over midnight (O-55). */
export function useDeHoy(leido: Contexto): Contexto {
  const [abierto] = useState(today)
  const [dia, setDia] = useState(abierto)
  useEffect(() => {
    const midnight = Date.parse(`${addDays(dia, 1)}T00:00:00-05:00`)
    const timer = setTimeout(() => setDia(today()), Math.max(midnight - serverNow(), 1_000))
    return () => clearTimeout(timer)
  }, [dia])
  return dia === abierto ? leido : { ...leido, hoy: addDays(leido.hoy, daysBetween(abierto, dia)) }
}
