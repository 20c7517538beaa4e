import { Familiar, MAX_FAMILIARES, PARENTESCO_LABEL, SituacionForm, type SituacionPersonal } from '@yupana/contract'
import { CARGAS_MAXIMO, displayMonto, fromUnits, GASTOS_PERSONALES_DESDE, parseEntrada, techoGastosPersonales } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

import { Button, IconButton } from '../../components/button.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { Form } from '../../components/form/form.tsx'
import page from '../../components/form/form-page.module.css'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import form from '../../components/form/form.module.css'
import { entradaOf, montoEntrada, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { IntegerField, MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { today } from '../../lib/formato/format.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import classes from './gasto.module.css'
import { situacionQuery, writeSituacion } from './gasto.queries.ts'

const SituacionSchema = z.extend(SituacionForm, {
  parte_propia: montoEntrada(2).check(z.refine((value) => value <= fromUnits(100), 'Tiene que ser como máximo 100.')),
  ingresos: montoEntradaOpcional(2),
  deducciones: montoEntradaOpcional(2),
  retenido: montoEntradaOpcional(2),
  familiares: z.array(Familiar).check(z.maxLength(MAX_FAMILIARES)),
})
type SituacionInput = z.input<typeof SituacionSchema>

const PARENTESCO_OPTIONS = Object.entries(PARENTESCO_LABEL).map(([value, label]) => ({ value, label }))

const initialOf = ({ version: _version, de_anio: _de, ...saved }: SituacionPersonal): SituacionInput => ({
  ...saved,
  parte_propia: entradaOf(saved.parte_propia, 0),
  ingresos: entradaOf(saved.ingresos),
  deducciones: entradaOf(saved.deducciones),
  retenido: entradaOf(saved.retenido),
})

/** `/gastos_personales/configuracion`: the facts that decide how much of a year's expenses counts. */
export function SituacionPage() {
  const [params, setParams] = useSearchParams()
  const actual = Number(today().slice(0, 4))
  const said = Number(params.get('anio'))
  const anio = Number.isInteger(said) && said >= GASTOS_PERSONALES_DESDE && said <= actual ? said : actual
  const navigate = useNavigate()
  const leave = useLeave('/gastos_personales')
  const { data, error, refetch } = useQuery(situacionQuery(anio))
  return (
    <div className={page.page}>
      <PageHeader title="Configuración de gastos personales" />
      {data ? (
        <Form
          key={`${anio} ${data.version}`}
          label="Configuración de gastos personales"
          schema={SituacionSchema}
          initial={initialOf(data)}
          onSubmit={(values) => writeSituacion(values, data.version)}
          onDone={() => void navigate(`/gastos_personales${anio === actual ? '' : `?anio=${anio}`}`)}
          footer={<FormFooter onCancel={leave} />}
        >
          <FormSection title="Año">
            <NativeSelect
              label="Año"
              value={String(anio)}
              data={Array.from({ length: actual - GASTOS_PERSONALES_DESDE + 1 }, (_, at) => String(actual - at))}
              onChange={({ currentTarget: { value } }) => setParams({ anio: value }, { replace: true })}
            />
            {data.de_anio !== null && (
              <p className={form.description}>Comienza con lo que puso en {data.de_anio}. Guárdelo para este año.</p>
            )}
          </FormSection>
          <Cargas anio={anio} />
          <Familiares />
          <FormSection title="Impuesto a la renta">
            <p className={form.description}>
              Solo para estimar su impuesto; puede dejarlo vacío. Si la empresa es suya se toman sus ventas mientras no ponga ingresos.
            </p>
            <FieldPair>
              <MontoField name="ingresos" label="Ingresos del año" />
              <MontoField name="deducciones" label="Gastos deducibles y aporte al IESS" />
            </FieldPair>
            <FieldPair>
              <MontoField name="retenido" label="Retenciones del año" />
            </FieldPair>
          </FormSection>
        </Form>
      ) : error ? (
        <LoadFailure reason="No se pudo leer la configuración." onRetry={() => void refetch()} onBack={leave} />
      ) : (
        <Skeleton label="Cargando la configuración" lines={['100%', '100%', '60%']} />
      )}
    </div>
  )
}

const ingresosOf = (text: string) => {
  const read = parseEntrada(text)
  return read.ok ? read.monto : undefined
}

function Cargas({ anio }: { anio: number }) {
  const [cargas, catastrofica, ingresos] = useWatch<SituacionInput, ['cargas', 'catastrofica', 'ingresos']>({
    name: ['cargas', 'catastrofica', 'ingresos'],
  })
  const typed = Number.isInteger(cargas) && cargas >= 0 && cargas <= CARGAS_MAXIMO ? cargas : 0
  const techo = techoGastosPersonales({ anio, cargas: typed, catastrofica, ingresos: ingresosOf(ingresos) })
  return (
    <FormSection title="Cargas y salud">
      <FieldPair>
        <IntegerField
          name="cargas"
          label="Cargas familiares"
          required
          description="Padres, cónyuge e hijos que dependen de usted y no tienen ingresos gravados. Una carga la usa una sola persona."
        />
        <MontoField
          name="parte_propia"
          label="Su parte de lo compartido, en %"
          decimals={0}
          required
          description="De los gastos que marque como compartidos con su cónyuge."
        />
      </FieldPair>
      <CheckboxField
        name="catastrofica"
        label="Enfermedad catastrófica, rara o huérfana"
        description="Suya o de una de sus cargas, con su certificado."
      />
      <p role="status">
        Techo de {anio}: {displayMonto(techo.gasto)} de gastos, {displayMonto(techo.rebaja)} de rebaja.
      </p>
    </FormSection>
  )
}

/** Relatives whose documents count too. */
function Familiares() {
  const { control } = useFormContext<SituacionInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'familiares' })
  return (
    <FormSection title="Familiares">
      <p className={form.description}>Las facturas a nombre de ellos también cuentan.</p>
      <div className={form.list}>
        {fields.map((field, at) => (
          <div key={field.id} className={classes.familiar}>
            <TextField name={`familiares.${at}.nombre`} label={`Nombre ${at + 1}`} required />
            <TextField name={`familiares.${at}.identificacion`} label={`Cédula ${at + 1}`} required />
            <SelectField name={`familiares.${at}.parentesco`} label={`Parentesco ${at + 1}`} options={PARENTESCO_OPTIONS} required />
            <IconButton label={`Quitar familiar ${at + 1}`} onClick={() => remove(at)}>
              <IconTrash size={18} />
            </IconButton>
          </div>
        ))}
        {fields.length < MAX_FAMILIARES && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() => append({ nombre: '', identificacion: '', parentesco: 'HIJO' })}
          >
            Agregar familiar
          </Button>
        )}
      </div>
    </FormSection>
  )
}
