import type { ComprobanteDetalle } from '@yupana/contract'
import { useEffect, useRef } from 'react'

import type { Formato } from '../../domain/comprobante/archivos.ts'
import { printRide } from '../../domain/comprobante/print-ride.ts'
import { untilRefused } from '../../lib/http/http-error.ts'

/** Not signed yet: there is nothing to print from (O-98). */
const UNSIGNED = 'EMITIDO'

/** Prints what «Emitir e imprimir» asked for as soon as it is signed, once. */
export function usePrintOnce({ id, clave, estado }: Pick<ComprobanteDetalle, 'id' | 'clave' | 'estado'>, impresion: Formato | undefined) {
  const isPrinted = useRef(false)
  useEffect(() => {
    if (!impresion || isPrinted.current || estado === UNSIGNED) return
    isPrinted.current = true
    void untilRefused(printRide(id, impresion, clave))
  }, [id, clave, estado, impresion])
}
