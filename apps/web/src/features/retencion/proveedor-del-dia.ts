import type { CondicionProveedor } from '@yupana/contract'
import { isRucDeSociedad } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { condicionQuery } from '../../domain/persona/condicion.queries.ts'
import { proveedorOf, type RetencionValores } from './retencion-valores.ts'

type Proveedor = RetencionValores['proveedor']

const CAMPOS = ['sociedad', 'regimen', 'especial', 'publico', 'exportador'] as const

/** Fields of `dicho` that the user set (they differ from `seguida`, the history's values followed so far); the others follow `nueva`. */
const following = (dicho: Proveedor, seguida: CondicionProveedor, nueva: CondicionProveedor): Proveedor => ({
  ...dicho,
  ...Object.fromEntries(CAMPOS.filter((campo) => dicho[campo] === seguida[campo]).map((campo) => [campo, nueva[campo]])),
})

/** Conditions on the day of the first purchase, and on that of this one. */
function useCondiciones(at: number) {
  const [comprador, primera, suya] = useWatch<RetencionValores, ['comprador', 'docs.0.fecha', `docs.${number}.fecha`]>({
    name: ['comprador', 'docs.0.fecha', `docs.${at}.fecha`],
  })
  return [useQuery(condicionQuery(comprador, primera)).data, useQuery(condicionQuery(comprador, suya)).data] as const
}

/** The supplier as of the day of a purchase: the fields show the first purchase's day. */
export function useProveedorOf(at: number): Proveedor {
  const proveedor = useWatch<RetencionValores, 'proveedor'>({ name: 'proveedor' })
  const [primera, suya] = useCondiciones(at)
  return useMemo(() => (primera && suya ? following(proveedor, primera, suya) : proveedor), [proveedor, primera, suya])
}

/**
 * After a supplier is chosen, its fields follow the conditions on the day of the first purchase. Returns the function to call when one is
 * chosen.
 */
export function useProveedorSeguido(): () => void {
  const { getValues, setValue } = useFormContext<RetencionValores>()
  const [primera] = useCondiciones(0)
  const [elecciones, setElecciones] = useState(0)
  const seguida = useRef<CondicionProveedor>(undefined)
  const follow = useEffectEvent((nueva: CondicionProveedor) => {
    if (!seguida.current) return
    setValue('proveedor', following(getValues('proveedor'), seguida.current, nueva))
    seguida.current = nueva
  })
  useEffect(() => {
    if (primera) follow(primera)
  }, [primera, elecciones])
  return () => {
    const chosen = getValues('comprador')
    if (!chosen) return
    seguida.current = proveedorOf(isRucDeSociedad(chosen.tipo_identificacion, chosen.identificacion))
    setValue('proveedor', { ...proveedorOf(false), ...seguida.current })
    setElecciones((n) => n + 1)
  }
}
