import type { Serie } from '@yupana/contract'
import { COD_DOC, nombreComprobante } from '@yupana/fiscal'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'

import { Alert } from '../../components/alert.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { IntegerField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { saveSerie } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { numeroText, serieSchemaOf, skippedText, type SerieInput } from './serie-schema.ts'

const TIPOS = Object.values(COD_DOC)

/** Sets the next number, and shows the effect before saving. */
export function SerieDialog({ serie, onClose }: { serie: Serie; onClose: () => void }) {
  const schema = useMemo(() => serieSchemaOf(serie), [serie])
  const { establecimiento, punto } = serie
  const save = async ({ siguiente, motivo }: { siguiente?: number | undefined; motivo: string }) => {
    const tipo = TIPOS.find((one) => one === serie.tipo)
    if (tipo && siguiente !== undefined) await saveSerie({ tipo, establecimiento, punto, siguiente, motivo })
  }
  return (
    <FormDialog
      title={`${nombreComprobante(serie.tipo)} ${establecimiento}-${punto}`}
      schema={schema}
      initial={{ siguiente: serie.siguiente, motivo: '' }}
      onSubmit={save}
      onClose={onClose}
    >
      <p className={classes.quiet}>
        {serie.usada
          ? 'Esta serie ya se usó: el siguiente número solo puede avanzar.'
          : 'Fije con qué número empieza esta serie, por ejemplo el que sigue al último que emitió con otro sistema.'}
      </p>
      <IntegerField name="siguiente" label="Siguiente número" required />
      <Meaning serie={serie} />
    </FormDialog>
  )
}

function Meaning({ serie }: { serie: Serie }) {
  const siguiente = useWatch<SerieInput, 'siguiente'>({ name: 'siguiente' })
  const skipped = skippedText(serie, siguiente)
  return (
    <>
      {siguiente !== undefined && siguiente > 0 && (
        <p role="status" className={classes.quiet}>
          El próximo comprobante será el {numeroText(serie, siguiente)}.
        </p>
      )}
      {skipped !== undefined && (
        <>
          <Alert
            title={skipped}
            details={[
              'No se puede deshacer: la serie no vuelve atrás. El salto consta en el informe de secuenciales con su motivo y su usuario.',
            ]}
          />
          <TextField name="motivo" label="Motivo del salto" required />
        </>
      )}
    </>
  )
}
