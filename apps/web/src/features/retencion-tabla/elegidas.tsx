import { listRetencionElegida, OPERACIONES_RETENCION, saveRetencionElegida, type RetencionElegida } from '@yupana/contract'
import { codigoDeLey, displayPorcentajes, retencionAt, tablaRetencion, isVigente } from '@yupana/fiscal'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { OPERACION_OPTIONS } from '../../domain/retencion/operaciones.ts'
import { today } from '../../lib/formato/format.ts'
import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { useNormas } from '../../lib/norma/normas.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { hasRight, isAdmin } from '../../lib/sesion/rights.ts'
import classes from './retencion-tabla.module.css'

const KEY = ['retencion', 'elegidas']
const elegidasQuery = () => queryOptions({ queryKey: KEY, queryFn: ({ signal }) => fetchData(listRetencionElegida, { signal }) })

/** @throws HttpError */
async function save(elegida: RetencionElegida): Promise<void> {
  noticeSuccess(await send(saveRetencionElegida, { body: elegida }), saveRetencionElegida.msg)
  await queryClient.invalidateQueries({ queryKey: ['retencion'] })
}

type Impuesto = RetencionElegida['impuesto']
type Quien = 'persona' | 'sociedad'

const QUIENES = ['persona', 'sociedad'] as const
const QUIEN: Readonly<Record<Quien, string>> = { persona: 'A personas naturales', sociedad: 'A sociedades' }

const codigoText = (codigo: string): string => {
  const tarifa = retencionAt(codigo, today())
  return tarifa ? `${codigo} · ${displayPorcentajes(tarifa)}` : codigo
}
const deLey = ({ impuesto, operacion }: RetencionElegida, quien: Quien) => codigoDeLey(impuesto, operacion, quien === 'sociedad')

/** The company's choice for each kind of purchase; version 0 if it has chosen nothing yet. */
function filasOf(impuesto: Impuesto, elegidas: readonly RetencionElegida[]): RetencionElegida[] {
  return OPERACIONES_RETENCION.filter((operacion) => operacion !== 'TARJETA').map(
    (operacion) =>
      elegidas.find((one) => one.impuesto === impuesto && one.operacion === operacion) ?? {
        impuesto,
        operacion,
        persona: null,
        sociedad: null,
        version: 0,
      },
  )
}

const labelOf = ({ operacion }: RetencionElegida): string => OPERACION_OPTIONS.find(({ value }) => value === operacion)?.label ?? operacion

/** Proposed codes for each kind of purchase: by law, or the company's choice. */
export function Elegidas({ impuesto, ruta }: { impuesto: Impuesto; ruta: string }) {
  const navigate = useNavigate()
  useNormas()
  const { data, error, refetch } = useQuery(elegidasQuery())
  const [editada, setEditada] = useState<RetencionElegida>()
  if (error) return <LoadFailure reason={error.message} onRetry={() => void refetch()} onBack={() => void navigate(ruta)} />
  if (!data) return <Skeleton label="Cargando los códigos" lines={['100%', '100%', '70%']} />
  const mayEdit = isAdmin() && hasRight('empresa:editar')
  return (
    <>
      <p className={classes.nota}>
        Lo que se propone al retener, según qué se compró. Lo que la ley fija por el proveedor (RIMPE, negocio popular, mínimos) no cambia.
      </p>
      <div className={classes.scroll} role="region" aria-label="Códigos por defecto" tabIndex={0}>
        <table role="table" className={classes.tabla}>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                Qué se compra
              </th>
              {QUIENES.map((quien) => (
                <th key={quien} scope="col" role="columnheader">
                  {QUIEN[quien]}
                </th>
              ))}
              {mayEdit && (
                <th scope="col" role="columnheader">
                  Acciones
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {filasOf(impuesto, data).map((fila) => (
              <tr role="row" key={fila.operacion}>
                <td role="cell" className={classes.clase}>
                  {labelOf(fila)}
                </td>
                {QUIENES.map((quien) => (
                  <td role="cell" key={quien} data-label={QUIEN[quien]}>
                    {codigoText(fila[quien] ?? deLey(fila, quien))} {fila[quien] !== null && <Elegido codigo={fila[quien]} />}
                  </td>
                ))}
                {mayEdit && (
                  <td role="cell" className={classes.accion}>
                    <Button variant="subtle" aria-label={`Cambiar ${labelOf(fila)}`} onClick={() => setEditada(fila)}>
                      Cambiar
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {editada && <ElegirDialog fila={editada} onClose={() => setEditada(undefined)} />}
    </>
  )
}

const Elegido = ({ codigo }: { codigo: string }) =>
  retencionAt(codigo, today()) ? <Chip tone="info">Elegido</Chip> : <Chip tone="warning">Ya no rige: se propone el de la ley</Chip>

const Schema = z.object({ persona: z.nullable(z.string()), sociedad: z.nullable(z.string()) })

function ElegirDialog({ fila, onClose }: { fila: RetencionElegida; onClose: () => void }) {
  const codigos = tablaRetencion
    .rows()
    .filter((one) => one.impuesto === fila.impuesto && one.noResidente !== true && isVigente(one, today()))
    .map((one) => ({ value: one.codigo, label: `${one.codigo} · ${displayPorcentajes(one)} · ${one.concepto}` }))
    .toSorted((a, b) => a.value.localeCompare(b.value, 'es', { numeric: true }))
  return (
    <FormDialog
      title={`Códigos por defecto: ${labelOf(fila)}`}
      schema={Schema}
      initial={{ persona: fila.persona, sociedad: fila.sociedad }}
      onSubmit={(elegido) => save({ ...fila, ...elegido })}
      onClose={onClose}
      hasRequired={false}
    >
      {QUIENES.map((quien) => (
        <SelectField
          key={quien}
          name={quien}
          label={QUIEN[quien]}
          options={[{ value: null, label: `Según la ley: ${codigoText(deLey(fila, quien))}` }, ...codigos]}
        />
      ))}
    </FormDialog>
  )
}
