import {
  fechaDePeriodo,
  moverPeriodo,
  PERIODO_REPORTE,
  PERIODO_REPORTE_LABEL,
  rangoDeFecha,
  TIPO_MOVIMIENTO,
  type PeriodoReporte,
} from '@yupana/fiscal'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { IconButton } from '../../components/button.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import classes from '../../domain/cifras/cifras.module.css'
import { periodoText } from '../../domain/cifras/periodo-text.ts'
import { today } from '../../lib/formato/format.ts'

export interface Eleccion {
  periodo: PeriodoReporte
  /** In the format of `fechaDePeriodo`. */
  fecha: string
  tipo: number
}

const isPeriodo = (value: number): value is PeriodoReporte => Object.values<number>(PERIODO_REPORTE).includes(value)

/** Period, date and side, from the address: a link opens the same figures. */
export function useEleccion(): [Eleccion, (change: Record<string, string>) => void] {
  const [search, setSearch] = useSearchParams()
  const said = Number(search.get('periodo'))
  const periodo = isPeriodo(said) ? said : PERIODO_REPORTE.MENSUAL
  const text = search.get('fecha') ?? ''
  const fecha = rangoDeFecha(periodo, text) ? text : fechaDePeriodo(periodo, today())
  const tipo = search.get('tipo') === String(TIPO_MOVIMIENTO.GASTOS) ? TIPO_MOVIMIENTO.GASTOS : TIPO_MOVIMIENTO.VENTAS
  const change = (changes: Record<string, string>) =>
    setSearch((before) => ({ ...Object.fromEntries(before), ...changes }), { replace: true })
  return [{ periodo, fecha, tipo }, change]
}

interface PeriodoBarraProps {
  eleccion: Eleccion
  onChange: (change: Record<string, string>) => void
  children?: ReactNode
}

/** The shown period, with buttons for its neighbours. */
export function PeriodoBarra({ eleccion: { periodo, fecha }, onChange, children }: PeriodoBarraProps) {
  const rango = rangoDeFecha(periodo, fecha)
  if (!rango) return null
  const go = (steps: number) => onChange({ fecha: fechaDePeriodo(periodo, moverPeriodo(periodo, rango, steps).desde) })
  // Last day of a past period, today in the present one: a week of November stays in November.
  const anchor = rango.hasta < today() ? rango.hasta : rango.desde > today() ? rango.desde : today()
  const isLast = rango.hasta >= today()
  return (
    <div className={classes.periodo}>
      <NativeSelect
        label="Período"
        value={String(periodo)}
        data={Object.entries(PERIODO_REPORTE_LABEL).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => {
          const next = Number(value) as PeriodoReporte
          onChange({ periodo: value, fecha: fechaDePeriodo(next, anchor) })
        }}
      />
      {children}
      <div className={classes.paso}>
        <IconButton label="Período anterior" onClick={() => go(-1)}>
          <IconChevronLeft size={18} />
        </IconButton>
        <strong aria-live="polite">{periodoText(periodo, rango)}</strong>
        {!isLast && (
          <IconButton label="Período siguiente" onClick={() => go(1)}>
            <IconChevronRight size={18} />
          </IconButton>
        )}
      </div>
    </div>
  )
}
