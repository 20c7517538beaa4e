import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'

import page from '../../components/form/form-page.module.css'
import { FormFooter } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { RecordTabs, type Pestana } from '../auditoria/record-tabs.tsx'
import type { Catalogo, Guardado } from './catalogo.ts'

interface RecordPageProps<Row extends Guardado, Saved extends Row> {
  catalogo: Catalogo<Row, Saved>
  Editor: ComponentType<{ record?: Row }>
}

/** `/x/registro` and `/x/{uuid}`. */
export function RecordPage<Row extends Guardado, Saved extends Row>({ catalogo, Editor }: RecordPageProps<Row, Saved>) {
  const { uuid = '' } = useParams()
  return uuid === 'registro' ? <Editor key="registro" /> : <Stored key={uuid} id={uuid} catalogo={catalogo} Editor={Editor} />
}

const titleOf = ({ one }: { one: string }) => one.charAt(0).toUpperCase() + one.slice(1)

function Stored<Row extends Guardado, Saved extends Row>({ id, catalogo, Editor }: RecordPageProps<Row, Saved> & { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(catalogo.recordQuery(id))
  if (data) return <Editor record={data} />
  return (
    <>
      <PageHeader title={titleOf(catalogo.words)} />
      {error && (
        <LoadFailure
          reason={`No se pudo abrir ${catalogo.words.this}.`}
          onRetry={() => void refetch()}
          onBack={() => void navigate(catalogo.base)}
        />
      )}
    </>
  )
}

interface RecordFormProps<Input extends FieldValues, Output extends FieldValues> {
  catalogo: Pick<Catalogo, 'words' | 'base' | 'right'>
  /** Absent for a new record. */
  record: Guardado | undefined
  /** Name of the record; undefined for a new one. */
  name: string | undefined
  schema: z.ZodMiniType<Output, Input>
  initial: DefaultValues<Input>
  onSave: (form: Output, headers: Record<string, string>) => unknown
  /** Sections besides the form. */
  more?: readonly Pestana[] | undefined
  children: ReactNode
}

/** The form of a record with an address, and its history in a tab. Read-only without the right. */
export function RecordForm<Input extends FieldValues, Output extends FieldValues>({
  catalogo,
  record,
  name,
  schema,
  initial,
  onSave,
  more,
  children,
}: RecordFormProps<Input, Output>) {
  const { words, base, right } = catalogo
  const leave = useLeave(base)
  const [keyFor] = useState(createSendingKey)
  const canSave = hasRight(`${right}:${record ? 'editar' : 'crear'}`)
  const [params] = useSearchParams()
  const isWide = more?.some(({ seccion, isWide: wide }) => wide && seccion === params.get('seccion'))
  return (
    <div className={isWide ? undefined : page.page}>
      <PageHeader title={name ?? words.nuevo} />
      <RecordTabs label={`Secciones de ${words.the}`} base={base} id={record?.id} more={more}>
        <Form
          label={titleOf(words)}
          schema={schema}
          initial={initial}
          onSubmit={(form) => onSave(form, keyFor(form))}
          onDone={leave}
          disabled={!canSave}
          footer={<FormFooter onCancel={leave} canSave={canSave} />}
        >
          {children}
        </Form>
      </RecordTabs>
    </div>
  )
}
