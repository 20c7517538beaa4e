import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { condicionQuery } from '../../domain/persona/condicion.queries.ts'
import type { CompraInput } from './compra-schema.ts'

/**
 * After a supplier is chosen, its régimen follows the document's day until the user sets another. A régimen already given by the purchase
 * or
 * its XML stays. Returns the function to call when a supplier is chosen.
 */
export function useRegimenPropuesto(): () => void {
  const { getValues, setValue } = useFormContext<CompraInput>()
  const [proveedor, fecha] = useWatch<CompraInput, ['proveedor', 'fecha_emision']>({ name: ['proveedor', 'fecha_emision'] })
  const [elecciones, setElecciones] = useState(0)
  const propuesto = useRef<CompraInput['regimen_proveedor']>(undefined)
  const { data } = useQuery(condicionQuery(elecciones > 0 ? proveedor : null, fecha))
  const regimen = data?.regimen
  const propose = useEffectEvent((nuevo: CompraInput['regimen_proveedor']) => {
    if (getValues('regimen_proveedor') !== propuesto.current) return
    setValue('regimen_proveedor', nuevo)
    propuesto.current = nuevo
  })
  useEffect(() => {
    if (regimen !== undefined) propose(regimen)
  }, [regimen, elecciones])
  return () => {
    propuesto.current = getValues('regimen_proveedor')
    setElecciones((n) => n + 1)
  }
}
