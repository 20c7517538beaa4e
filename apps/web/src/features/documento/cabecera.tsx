import type { Contexto } from '@yupana/contract'
import type { ModoPrecio } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'

import { NativeSelect } from '../../components/native-select.tsx'
import classes from '../../domain/emision/cabecera.module.css'
import { Cliente } from '../../domain/emision/cliente.tsx'
import { FechaYNumero } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pagos } from '../../domain/emision/pagos.tsx'
import { convertLinea } from '../../domain/lineas-editor/linea-valores.ts'
import type { FacturaValores } from './factura-valores.ts'

const MODOS: readonly { value: ModoPrecio; label: string }[] = [
  { value: 'NETO', label: 'Sin IVA' },
  { value: 'PVP', label: 'Con IVA (PVP)' },
]

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

/** Whether prices are typed with IVA. Changing it keeps what is charged. */
function Modo() {
  const { setValue, getValues } = useFormContext<FacturaValores>()
  const modo = useWatch<FacturaValores, 'modo'>({ name: 'modo' })
  const change = (next: ModoPrecio) => {
    const { lineas, fecha_emision } = getValues()
    setValue('modo', next, { shouldDirty: true })
    setValue(
      'lineas',
      lineas.map((linea) => convertLinea(linea, next, fecha_emision)),
      { shouldDirty: true },
    )
  }
  return (
    <NativeSelect
      label="Precios"
      value={modo}
      data={MODOS.map((option) => ({ ...option }))}
      onChange={(event) => change(event.currentTarget.value === 'PVP' ? 'PVP' : 'NETO')}
    />
  )
}
