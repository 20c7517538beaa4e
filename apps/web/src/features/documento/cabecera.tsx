import type { Contexto } from '@yupana/contract'
import { formatNumero, type ModoPrecio } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { convertLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { Cliente } from './cliente.tsx'
import classes from './cabecera.module.css'
import hoja from './documento.module.css'
import type { FacturaValores } from './factura-valores.ts'
import { avisoFechaOf } from './fecha-emision.ts'
import { Pagos } from './pagos.tsx'

const MODOS: readonly { value: ModoPrecio; label: string }[] = [{ value: 'NETO', label: 'Sin IVA' }, { value: 'PVP', label: 'Con IVA (PVP)' }]

export const seriesOf = ({ puntos }: Contexto) =>
  puntos.map(({ establecimiento, punto, descripcion, siguiente }) => ({
    value: `${establecimiento}-${punto}`,
    label: formatNumero({ estab: establecimiento, ptoEmi: punto, secuencial: siguiente }) + (descripcion ? ` · ${descripcion}` : ''),
  }))

/** The number that comes next at a till; nothing is reserved until it is issued. */
export function numeroOf({ puntos }: Contexto, serie: string): string {
  const found = puntos.find(({ establecimiento, punto }) => `${establecimiento}-${punto}` === serie)
  return found ? formatNumero({ estab: found.establecimiento, ptoEmi: found.punto, secuencial: found.siguiente }) : serie
}

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
  const [fecha, serie] = useWatch<FacturaValores, ['fecha_emision', 'serie']>({ name: ['fecha_emision', 'serie'] })
  const { aviso, problema } = avisoFechaOf(fecha, contexto.hoy, contexto.empresa.dias_fecha_anterior)
  return (
    <section className={hoja.card} aria-label="Datos de la factura">
      <div className={classes.cabecera}>
        <Cliente autoFocus={autoFocus} onChosen={onClientChosen} />
        <div className={classes.emision}>
          {!isCorreccion && (
            <>
              <CampoFecha name="fecha_emision" label="Fecha" max={contexto.hoy} description={problema ?? aviso} />
              {contexto.puntos.length > 1 ? (
                <SelectField name="serie" label="Número" options={seriesOf(contexto)} />
              ) : (
                <div className={classes.numero}>
                  <span className="mantine-InputWrapper-label">Número</span>
                  <strong>{numeroOf(contexto, serie)}</strong>
                </div>
              )}
            </>
          )}
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
    setValue('lineas', lineas.map((linea) => convertLinea(linea, next, fecha_emision)), { shouldDirty: true })
  }
  return (
    <NativeSelect
      label="Precios" value={modo} data={MODOS.map((option) => ({ ...option }))} onChange={(event) => change(event.currentTarget.value === 'PVP' ? 'PVP' : 'NETO')}
    />
  )
}
