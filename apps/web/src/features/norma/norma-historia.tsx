import type { NormaCambio, NormaDetalle, NormaFila } from '@yupana/contract'
import { CONFIANZA_LABEL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { TextField } from '../../components/form/text-field.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { tituloText, vigenciaText } from './norma-words.ts'
import classes from './norma.module.css'
import { normaQuery, takeBack } from './norma.queries.ts'

interface HistoriaProps {
  fila: NormaFila
  canChange: boolean
  onEdit: (periodo: NormaFila) => void
  onClose: () => void
}

/** Every validity of a fact, its source, and who changed what and why. */
export function HistoriaDialog({ fila, canChange, onEdit, onClose }: HistoriaProps) {
  const { data, isError, refetch } = useQuery(normaQuery(fila.norma))
  const [doomed, setDoomed] = useState<NormaCambio>()
  return (
    <Dialog opened title={tituloText(fila)} onClose={onClose} size="var(--form-dialog-width)">
      {isError && <PartFailure reason="No se pudo cargar su historia." onRetry={refetch} />}
      {!data && !isError && <Skeleton label="Cargando la historia" lines={['100%', '100%', '60%']} />}
      {data && <Vigencias detalle={data} onEdit={canChange ? onEdit : undefined} />}
      {data && data.cambios.length > 0 && <Cambios detalle={data} onTakeBack={canChange ? setDoomed : undefined} />}
      {data && doomed && <TakeBackDialog cambio={doomed} version={data.version} onClose={() => setDoomed(undefined)} />}
    </Dialog>
  )
}

const Vigencias = ({ detalle, onEdit }: { detalle: NormaDetalle; onEdit: ((periodo: NormaFila) => void) | undefined }) => (
  <section aria-label="Vigencias">
    <h3>Vigencias</h3>
    <ul className={classes.list}>
      {detalle.periodos.map((periodo) => (
        <li key={periodo.id} className={classes.item}>
          <p>
            <strong>{periodo.texto}</strong> {vigenciaText(periodo)} <Confirmacion fila={periodo} />
          </p>
          <p className={classes.quiet}>
            {periodo.fuente} · {CONFIANZA_LABEL[periodo.confianza]}
          </p>
          {periodo.nota && <p className={classes.quiet}>{periodo.nota}</p>}
          {onEdit && (
            <Button variant="default" onClick={() => onEdit(periodo)} aria-label={`Editar la vigencia ${vigenciaText(periodo)}`}>
              Editar
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)

export const Confirmacion = ({ fila }: { fila: NormaFila }) =>
  fila.por_confirmar ? <Chip tone="warning">Por confirmar</Chip> : <Chip tone="success">Confirmado</Chip>

const Cambios = ({ detalle, onTakeBack }: { detalle: NormaDetalle; onTakeBack: ((cambio: NormaCambio) => void) | undefined }) => (
  <section aria-label="Cambios">
    <h3>Cambios</h3>
    <ul className={classes.list}>
      {detalle.cambios.map((cambio) => (
        <li key={cambio.id} className={classes.item}>
          <p>
            {cambio.retira === null ? <strong>{cambio.valor} </strong> : <strong>Retiró: {cambio.valor} </strong>}
            {vigenciaText(cambio)} {cambio.retirada && <Chip tone="void">Retirado</Chip>}
          </p>
          <p className={classes.quiet}>
            {momentoText(cambio.en)} · {cambio.usuario} · {cambio.motivo}
          </p>
          {onTakeBack && cambio.retira === null && !cambio.retirada && (
            <Button variant="default" onClick={() => onTakeBack(cambio)} aria-label={`Retirar el cambio ${vigenciaText(cambio)}`}>
              Retirar
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const RetiroSchema = z.object({ motivo: z.string().check(z.trim(), z.minLength(1, REQUIRED)), confirmar_pasado: z.boolean() })

const TakeBackDialog = ({ cambio, version, onClose }: { cambio: NormaCambio; version: number; onClose: () => void }) => (
  <FormDialog
    title="Retirar el cambio"
    saveLabel="Retirar"
    busyLabel="Retirando…"
    schema={RetiroSchema}
    initial={{ motivo: '', confirmar_pasado: false }}
    onClose={onClose}
    onSubmit={(form) => takeBack({ ...form, id: cambio.id, version })}
  >
    <p>
      Volverá a regir lo que había: <strong>{cambio.valor}</strong> {vigenciaText(cambio)} queda sin efecto. Lo ya emitido no cambia.
    </p>
    <TextField name="motivo" label="Motivo" required />
    <CheckboxField name="confirmar_pasado" label="Si toca días pasados, lo confirmo" />
  </FormDialog>
)
