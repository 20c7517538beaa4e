import {
  aplicaRenta,
  CONFIANZA_LABEL,
  displayPorcentajes,
  IMPUESTO_RETENIDO,
  isVigente,
  ROL,
  tablaRetencion,
  type ImpuestoRetenido,
  type TarifaRetencion,
} from '@yupana/fiscal'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'

import { Checkbox } from '../../components/checkbox.tsx'
import { Chip } from '../../components/chip.tsx'
import { FechaFiltro } from '../../components/form/campo-fecha.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { plainText } from '../../lib/formato/plain-text.ts'
import { useNormas } from '../../lib/norma/normas.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import classes from './retencion-tabla.module.css'

/** Usual application of the IVA percentages; the matrix of the law decides (tributacion §4). */
const APLICA: Readonly<Record<string, string>> = {
  9: 'Bienes, a contribuyentes especiales',
  10: 'Servicios, a contribuyentes especiales',
  1: 'Bienes, y construcción',
  11: 'Bienes y servicios, casos especiales',
  2: 'Servicios',
  3: 'Honorarios, arriendos de personas, liquidaciones y servicios del exterior',
}

const APLICA_RENTA = { BIENES: 'Bienes', SERVICIOS: 'Servicios' } as const

/** Application of a code; a dash where the table leaves it open. */
function aplicaText({ impuesto, codigo }: TarifaRetencion): string {
  if (impuesto === IMPUESTO_RETENIDO.IVA) return APLICA[codigo] ?? '—'
  const aplica = aplicaRenta(codigo)
  return aplica === undefined ? '—' : APLICA_RENTA[aplica]
}

const normaOf: Readonly<Record<'1' | '2', string>> = { 1: 'RETENCION_RENTA', 2: 'RETENCION_IVA' }
const byCodigo = (a: TarifaRetencion, b: TarifaRetencion) =>
  a.codigo.localeCompare(b.codigo, 'es', { numeric: true }) || (b.validFrom ?? '').localeCompare(a.validFrom ?? '')

function find(impuesto: ImpuestoRetenido, q: string, dia: string): TarifaRetencion[] {
  const words = plainText(q.trim()).split(/\s+/).filter(Boolean)
  return tablaRetencion
    .rows()
    .filter((one) => one.impuesto === impuesto && (dia === '' || isVigente(one, dia)))
    .filter(({ codigo, concepto, source }) => {
      const text = plainText(`${codigo} ${concepto} ${source ?? ''}`)
      return words.every((word) => text.includes(word))
    })
    .sort(byCodigo)
}

const Fila = ({ row }: { row: TarifaRetencion }) => (
  <tr role="row">
    <td role="cell">
      <strong>{row.codigo}</strong>
    </td>
    <td role="cell" className={classes.concepto}>
      {row.concepto}
      {row.note !== undefined && <small>{row.note}</small>}
    </td>
    <td role="cell" className={classes.porcentaje} data-align="end">
      {displayPorcentajes(row)}
    </td>
    <td role="cell" data-label="Bienes o servicios">
      {aplicaText(row)}
    </td>
    <td role="cell" data-label="Desde" data-whole>
      {row.validFrom === undefined ? 'Siempre' : fechaText(row.validFrom)}
    </td>
    <td role="cell" data-label="Hasta" data-whole>
      {row.validTo === undefined ? 'Vigente' : fechaText(row.validTo)}
    </td>
    <td role="cell" className={classes.fuente} data-label="Fuente">
      {row.source} {row.confidence !== 'V' && <Chip tone="warning">{CONFIANZA_LABEL[row.confidence]}</Chip>}
    </td>
  </tr>
)

/** Dated codes and percentages of a tax, each with validity and source. */
export function Catalogo({ impuesto }: { impuesto: '1' | '2' }) {
  const version = useNormas()
  const [q, setQ] = useState('')
  const [dia, setDia] = useState(today())
  const rows = useMemo(() => {
    // Validities added by SUPER_ADMIN apply as soon as they are known.
    void version
    return find(impuesto, q, dia)
  }, [impuesto, q, dia, version])
  return (
    <>
      <p className={classes.nota}>
        Rige la fecha del comprobante de retención.
        {currentSession()?.rol.id === ROL.SUPER_ADMIN && (
          <>
            {' '}
            Se cambian en <Link to={`/administracion/parametros?tema=${normaOf[impuesto]}`}>Parámetros legales</Link>.
          </>
        )}
      </p>
      <div className={classes.tools}>
        <TextInput
          label="Buscar"
          placeholder="Código, concepto o fuente"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          type="search"
        />
        <FechaFiltro label="Qué rige el día" value={dia} onChange={(value) => setDia(value)} />
        <Checkbox
          label="Todas las vigencias"
          checked={dia === ''}
          onChange={(event) => setDia(event.currentTarget.checked ? '' : today())}
        />
      </div>
      <p className={classes.nota} role="status">
        {rows.length === 1 ? '1 código' : `${rows.length} códigos`}
      </p>
      <div className={classes.scroll} role="region" aria-label="Códigos y porcentajes" tabIndex={0}>
        <table role="table" className={classes.tabla}>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                Código
              </th>
              <th scope="col" role="columnheader">
                Concepto
              </th>
              <th scope="col" role="columnheader" data-align="end">
                Porcentaje
              </th>
              <th scope="col" role="columnheader">
                Bienes o servicios
              </th>
              <th scope="col" role="columnheader">
                Desde
              </th>
              <th scope="col" role="columnheader">
                Hasta
              </th>
              <th scope="col" role="columnheader">
                Fuente
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <Fila key={`${row.codigo} ${row.validFrom ?? ''} ${row.validTo ?? ''} ${row.texto}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
