import type { ComprobanteDetalle } from '@yupana/contract'
import { useEffect, useRef } from 'react'

import type { Formato } from '../../domain/comprobante/archivos.ts'
import { printRide } from '../../domain/comprobante/print-ride.ts'
import { untilRefused } from '../../lib/http/http-error.ts'

/** Not signed yet, so there is nothing to print (O-98). */
const UNSIGNED = 'EMITIDO'

/** Prints the document of «Emitir e imprimir» once, as soon as it is signed. */
export function usePrintOnce({ id, clave, estado }: Pick<ComprobanteDetalle, 'id' | 'clave' | 'estado'>, impresion: Formato | undefined) {
  const isPrinted = useRef(false)
  useEffect(() => {
    if (!impresion || isPrinted.current || estado === UNSIGNED) return
    isPrinted.current = true
    void untilRefused(printRide(id, impresion, clave))
  }, [id, clave, estado, impresion])
}
