import { parseEntrada, parteOf, roundToCents } from '@yupana/fiscal'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import avisos from '../../domain/emision/avisos.module.css'
import { convertPrecio } from '../../domain/lineas-editor/linea-valores.ts'
import type { FacturaValores } from './factura-valores.ts'
import classes from './parte-cotizada.module.css'

const CELDA = /^lineas\.(\d+)\.(cantidad|descuento|descuento_en)$/

/** Checks of a factura that sells a quote: its lines stay within the quote, and those of deleted products are named. */
export function ParteCotizada({ onGo }: { onGo: (campo: string) => void }) {
  useReparto()
  const lineas = useWatch<FacturaValores, 'lineas'>({ name: 'lineas' })
  const dichos = lineas.flatMap(({ aviso }, fila) => (aviso === undefined ? [] : [{ aviso, fila }]))
  if (dichos.length === 0) return null
  return (
    <section className={`${avisos.problemas} ${classes.aviso}`} aria-labelledby="cotizada-avisos">
      <h2 id="cotizada-avisos">
        {dichos.length === 1
          ? 'Revise una línea de la cotización antes de emitir'
          : `Revise ${dichos.length} líneas de la cotización antes de emitir`}
      </h2>
      <ul>
        {dichos.map(({ aviso, fila }) => (
          <li key={fila}>
            <button type="button" onClick={() => onGo(`lineas.${fila}.codigo`)}>
              Línea {fila + 1}: {aviso}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A part of a quoted line takes its share of the discount, as the server divides it, until the user sets another. */
function useReparto(): void {
  const { watch, getValues, setValue } = useFormContext<FacturaValores>()
  useEffect(() => {
    const share = (fila: number) => {
      const { lineas, modo, fecha_emision: fecha, aparte } = getValues()
      const linea = lineas[fila]
      const cotizada = aparte?.cotizacion_id === undefined ? undefined : linea?.cotizada
      const vendida = parseEntrada(linea?.cantidad ?? '')
      if (!linea || !cotizada || cotizada.cantidad <= 0 || !vendida.ok || vendida.monto <= 0) return
      const parte = Math.min(vendida.monto, cotizada.cantidad)
      const neto = parteOf(cotizada.descuento, parte, cotizada.cantidad)
      const descuento = modo === cotizada.modo ? neto : roundToCents(convertPrecio(neto, linea.iva, modo, fecha))
      if (linea.descuento_en === 'VALOR') setValue(`lineas.${fila}.descuento`, descuento > 0 ? entradaOf(descuento) : '')
      const { ice, irbpnr } = cotizada.unidades
      if (linea.ice && ice !== undefined) setValue(`lineas.${fila}.ice.unidades`, parteOf(ice, parte, cotizada.cantidad))
      if (linea.irbpnr && irbpnr !== undefined) setValue(`lineas.${fila}.irbpnr.unidades`, parteOf(irbpnr, parte, cotizada.cantidad))
    }
    // This code loads apart: a quantity may already have been typed.
    getValues().lineas.forEach(({ cantidad, cotizada }, fila) => {
      const typed = parseEntrada(cantidad)
      if (cotizada && typed.ok && typed.monto !== cotizada.cantidad) share(fila)
    })
    const { unsubscribe } = watch((_, { name, type }) => {
      const [, fila, campo] = CELDA.exec(name ?? '') ?? []
      if (fila === undefined) return
      if (campo === 'cantidad') share(Number(fila))
      // A typed or converted discount belongs to the user from now on.
      else if (type === 'change' || campo === 'descuento_en') setValue(`lineas.${Number(fila)}.cotizada`, undefined)
    })
    return unsubscribe
  }, [watch, getValues, setValue])
}
