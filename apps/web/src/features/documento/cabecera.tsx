import type { Monto } from '@yupana/fiscal'
import type { Contexto, Persona } from '@yupana/contract'
import { useWatch } from 'react-hook-form'

import { useIsPhone } from '../../components/theme/viewport.ts'
import classes from '../../domain/emision/cabecera.module.css'
import { Cliente, Correos } from '../../domain/emision/cliente.tsx'
import { FechaYNumero, resumenDeEmision } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pagos, resumenDePagos } from '../../domain/emision/pagos.tsx'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { CreditoCliente } from '../../domain/emision/credito-cliente.tsx'
import { ListaPrecios, useListaDe } from '../../domain/lineas-editor/lista-precios.tsx'
import { Modo } from '../../domain/lineas-editor/modo-precio.tsx'
import { FACTURA } from './factura.ts'
import type { FacturaValores } from './factura-valores.ts'

interface CabeceraProps {
  contexto: Contexto
  /** A correction keeps its number and date: both are part of the clave. */
  isCorreccion: boolean
  hasRates: boolean
  total: Monto
  autoFocus: boolean
  onClientChosen: () => void
}

/** Client, date, till and payment. */
export function Cabecera({ contexto, isCorreccion, hasRates, total, autoFocus, onClientChosen }: CabeceraProps) {
  const isPhone = useIsPhone()
  const [fecha, serie, pagos] = useWatch<FacturaValores, ['fecha_emision', 'serie', 'pagos']>({ name: ['fecha_emision', 'serie', 'pagos'] })
  const proposeLista = useListaDe()
  const choose = (persona: Persona | undefined) => {
    proposeLista(persona)
    onClientChosen()
  }
  return (
    <section className={hoja.card} aria-label="Datos de la factura">
      <div className={classes.cabecera}>
        <Cliente nombre={FACTURA.nombre} autoFocus={autoFocus} onChosen={choose} withCorreos={!isPhone} />
        <CreditoCliente total={isCorreccion ? undefined : total} />
        <Pliegue
          label="Fecha, número y forma de pago"
          resumen={isCorreccion ? [resumenDePagos(pagos)] : [...resumenDeEmision(contexto, { fecha, serie }), resumenDePagos(pagos)]}
        >
          {isPhone && <Correos nombre={FACTURA.nombre} />}
          <div className={classes.emision}>
            {!isCorreccion && <FechaYNumero contexto={contexto} />}
            {hasRates && <Modo />}
            <ListaPrecios />
          </div>
          <Pagos fecha={fecha || contexto.hoy} total={total} />
        </Pliegue>
      </div>
    </section>
  )
}
