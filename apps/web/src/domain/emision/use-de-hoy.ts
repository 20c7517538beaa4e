import type { Contexto } from '@yupana/contract'
import { addDays, startOf, type Fecha } from '@yupana/fiscal'
import { useEffect, useMemo, useState } from 'react'

import { today } from '../../lib/formato/format.ts'
import { serverNow } from '../../lib/sesion/server-clock.ts'
import { runAt } from '../../lib/pagina/timer.ts'

// What the server called today is past or present: a page whose clock is behind it does not undo that.
const at = (contexto: Contexto, dia: Fecha): Contexto => (dia > contexto.hoy ? { ...contexto, hoy: dia } : contexto)

/** The context with the day it is at this instant. */
export const deHoy = (contexto: Contexto): Contexto => at(contexto, today())

/** The context with its day moving on: an editor may stay open over midnight, and over a night's sleep (O-55). */
export function useDeHoy(leido: Contexto): Contexto {
  const [dia, setDia] = useState(today)
  useEffect(() => runAt(startOf(addDays(dia, 1)).getTime(), () => setDia(today()), serverNow), [dia])
  return useMemo(() => at(leido, dia), [leido, dia])
}
