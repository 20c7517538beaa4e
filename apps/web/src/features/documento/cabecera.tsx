import type { Contexto } from '@yupana/contract'
import { useWatch } from 'react-hook-form'

import classes from '../../domain/emision/cabecera.module.css'
import { Cliente } from '../../domain/emision/cliente.tsx'
import { FechaYNumero } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pagos } from '../../domain/emision/pagos.tsx'
import { Modo } from '../../domain/lineas-editor/modo-precio.tsx'
import type { FacturaValores } from './factura-valores.ts'

interface CabeceraProps {
  contexto: Contexto
  /** A correction keeps its number and its date: both stand in the clave. */
  isCorreccion: boolean
  hasRates: boolean
  total: number
  autoFocus: boolean
  onClientChosen: () => void
}

/** Who, when, from which till and how it is paid. */
export function Cabecera({ contexto, isCorreccion, hasRates, total, autoFocus, onClientChosen }: CabeceraProps) {
  const fecha = useWatch<FacturaValores, 'fecha_emision'>({ name: 'fecha_emision' })
  return (
    <section className={hoja.card} aria-label="Datos de la factura">
      <div className={classes.cabecera}>
        <Cliente nombre="factura" autoFocus={autoFocus} onChosen={onClientChosen} />
        <div className={classes.emision}>
          {!isCorreccion && <FechaYNumero contexto={contexto} />}
          {hasRates && <Modo />}
        </div>
        <Pagos fecha={fecha || contexto.hoy} total={total} />
      </div>
    </section>
  )
}
