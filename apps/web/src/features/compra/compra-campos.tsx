import type { CompraForm } from '@yupana/contract'
import {
  displayMonto,
  modificaCompra,
  REGIMEN_EXTERIOR_LABEL,
  REGIMENES_EXTERIOR,
  TIPO_IDENTIFICACION,
  TIPO_SUJETO_LABEL,
  TIPOS_SUJETO,
  type Fecha,
} from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormSection } from '../../components/form/form-parts.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { fechaEnPalabras } from '../../domain/emision/fecha-y-numero.tsx'
import { PersonaField } from '../../domain/emision/persona-field.tsx'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { today } from '../../lib/formato/format.ts'
import { emptyFila, ivaOf, tarifaOptions, totalesOfInput, type CompraInput } from './compra-schema.ts'
import { Pagos, pagosText } from './compra-pagos.tsx'
import { REGIMEN_OPTIONS, sustentoOptions, tipoOptions } from './compra-words.tsx'
import { useRegimenPropuesto } from './regimen-propuesto.ts'
import classes from './compra.module.css'

const MAX_FILAS = 12
const SUJETOS = [{ value: '', label: 'Elija' }, ...TIPOS_SUJETO.map((value) => ({ value, label: TIPO_SUJETO_LABEL[value] }))]
const EXTERIOR_OPTIONS = REGIMENES_EXTERIOR.map((value) => ({ value, label: REGIMEN_EXTERIOR_LABEL[value] }))

/** Supplier, document and support code of a purchase. */
export function Documento() {
  const [tipo, fecha, proveedor] = useWatch<CompraInput, ['tipo', 'fecha_emision', 'proveedor']>({
    name: ['tipo', 'fecha_emision', 'proveedor'],
  })
  const { getValues, setFocus } = useFormContext<CompraInput>()
  const onProveedor = useRegimenPropuesto()
  const isPhone = useIsPhone()
  const isForeign =
    proveedor?.tipo_identificacion === TIPO_IDENTIFICACION.EXTERIOR || proveedor?.tipo_identificacion === TIPO_IDENTIFICACION.PASAPORTE
  return (
    <FormSection title="Comprobante">
      <PersonaField
        name="proveedor"
        label="Proveedor"
        rol="proveedor"
        onChosen={() => {
          onProveedor()
          if (getValues('numero') === '') setFocus('numero')
        }}
      />
      <div className={classes.tercios}>
        <SelectField name="tipo" label="Tipo de comprobante" options={tipoOptions(fecha || today())} />
        <TextField name="numero" label="Número" placeholder="001-001-000000123" required />
        <CampoFecha name="fecha_emision" label="Fecha de emisión" max={today()} required />
        <TextField name="autorizacion" label="Autorización o clave de acceso" inputMode="numeric" />
        {!isPhone && <Registro />}
      </div>
      {isPhone && modificaCompra(tipo) && <Modificado />}
      <Usual tipo={tipo} fecha={fecha || today()} />
      {isForeign && <SelectField name="tipo_sujeto" label="El proveedor del exterior es" options={SUJETOS} required />}
    </FormSection>
  )
}

const Registro = () => (
  <>
    <CampoFecha name="fecha_registro" label="Fecha de registro" max={today()} description="Su mes es el que la declara." required />
    <CampoFecha name="vence" label="Vence" description="Hasta cuándo se paga, si es a crédito." />
  </>
)

/** Fields whose proposal is nearly always right: registration date, support code and payment. */
function Usual({ tipo, fecha }: { tipo: string; fecha: Fecha }) {
  const { setValue } = useFormContext<CompraInput>()
  const [registro, sustento, pagos, regimen] = useWatch<CompraInput, ['fecha_registro', 'sustento', 'pagos', 'regimen_proveedor']>({
    name: ['fecha_registro', 'sustento', 'pagos', 'regimen_proveedor'],
  })
  const isPhone = useIsPhone()
  const options = sustentoOptions(tipo, fecha)
  // A choice that this kind of document does not allow is replaced.
  const [first] = options
  const isWrong = first !== undefined && !options.some(({ value }) => value === sustento)
  useEffect(() => {
    if (isWrong) setValue('sustento', first.value)
  }, [isWrong, first?.value, setValue])
  return (
    <Pliegue
      label="Registro, sustento y forma de pago"
      resumen={[
        fechaEnPalabras(registro),
        `Sustento ${sustento}`,
        ...(regimen === 'GENERAL' ? [] : [REGIMEN_OPTIONS.find(({ value }) => value === regimen)?.label]),
        pagosText(pagos, fecha),
      ]}
    >
      {isPhone && <Registro />}
      <SelectField name="sustento" label="Sustento tributario" options={options} />
      {!isPhone && modificaCompra(tipo) && <Modificado />}
      <SelectField name="regimen_proveedor" label="Régimen del proveedor" options={REGIMEN_OPTIONS} />
      <Pagos fecha={fecha} />
    </Pliegue>
  )
}

const MODIFICABLES = ['01', '02', '05', '41'].map((value) => ({
  value,
  label: tipoOptions().find((one) => one.value === value)?.label ?? value,
}))

const Modificado = () => (
  <div className={classes.tercios} role="group" aria-label="Comprobante que modifica">
    <SelectField name="modificado.tipo" label="Modifica un comprobante de tipo" options={MODIFICABLES} />
    <TextField name="modificado.numero" label="Número que modifica" placeholder="001-001-000000123" required />
    <CampoFecha name="modificado.fecha" label="Fecha del que modifica" max={today()} required />
  </div>
)

/** Amounts without taxes, by rate, with the IVA of each. */
export function Montos({ before }: { before: CompraForm | undefined }) {
  const { control } = useFormContext<CompraInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'impuestos' })
  const values = useWatch<CompraInput, ['impuestos', 'ice', 'irbpnr', 'otros', 'fecha_emision']>({
    name: ['impuestos', 'ice', 'irbpnr', 'otros', 'fecha_emision'],
  })
  const [impuestos, ice, irbpnr, otros, fecha_emision] = values
  const fecha = fecha_emision || today()
  const totales = totalesOfInput({ impuestos, ice, irbpnr, otros, fecha_emision: fecha }, before)
  const options = tarifaOptions(
    fecha,
    impuestos.map(({ codigo_porcentaje }) => codigo_porcentaje),
  )
  return (
    <FormSection title="Valores">
      {fields.map((field, at) => (
        <div key={field.id} className={classes.fila} role="group" aria-label={`Base ${at + 1}`}>
          <SelectField name={`impuestos.${at}.codigo_porcentaje`} label="Tarifa de IVA" options={options} />
          <MontoField name={`impuestos.${at}.base`} label="Base sin IVA" required />
          <MontoField
            name={`impuestos.${at}.valor`}
            label="IVA"
            placeholder={displayMonto(impuestos[at] ? ivaOf(impuestos[at], fecha) : 0)}
          />
          {fields.length > 1 && (
            <IconButton label={`Quitar la base ${at + 1}`} onClick={() => remove(at)}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
      ))}
      {fields.length < MAX_FILAS && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() =>
              append(emptyFila(options.find(({ value }) => !impuestos.some((one) => one.codigo_porcentaje === value))?.value ?? '0'))
            }
          >
            Otra tarifa
          </Button>
        </div>
      )}
      <div className={classes.tercios}>
        <MontoField name="ice" label="ICE" description="Ya está en la base del IVA." />
        <MontoField name="irbpnr" label="IRBPNR" description="De botellas plásticas, fuera de la base del IVA." />
        <MontoField name="otros" label="Otros valores" description="Propina y lo que no lleva impuesto." />
        <MontoField
          name="total"
          label="Importe total"
          placeholder={totales ? displayMonto(totales.total) : ''}
          description="Vacío: el calculado."
        />
      </div>
      {totales && (
        <dl className={classes.totales} aria-label="Totales de la compra">
          {(
            [
              ['Base gravada', totales.gravado],
              ['Base 0%', totales.cero],
              ['No objeto de IVA', totales.noObjeto],
              ['Exento de IVA', totales.exento],
              ['ICE', totales.ice],
              ['IVA', totales.iva],
              ['IRBPNR', totales.irbpnr],
            ] as const
          ).map(
            ([name, valor]) =>
              valor !== 0 && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{displayMonto(valor)}</dd>
                </div>
              ),
          )}
          <div className={classes.total}>
            <dt>Total</dt>
            <dd>{displayMonto(totales.total)}</dd>
          </div>
        </dl>
      )}
    </FormSection>
  )
}

/** Seldom used fields. */
export function Mas() {
  const [exterior, convenio] = useWatch<CompraInput, ['exterior', 'pago_exterior.convenio']>({
    name: ['exterior', 'pago_exterior.convenio'],
  })
  return (
    <FormSection title="Otros datos">
      <FieldPair>
        <CheckboxField name="parte_relacionada" label="Parte relacionada" />
        <CheckboxField name="exterior" label="Pago al exterior" />
      </FieldPair>
      {exterior && (
        <>
          <FieldPair>
            <SelectField name="pago_exterior.regimen" label="Régimen fiscal del exterior" options={EXTERIOR_OPTIONS} />
            <TextField name="pago_exterior.pais" label="País del pago (código del SRI)" placeholder="110" inputMode="numeric" required />
          </FieldPair>
          <FieldPair>
            <CheckboxField name="pago_exterior.convenio" label="Aplica convenio de doble tributación" />
            {!convenio && <CheckboxField name="pago_exterior.sujeto_retencion" label="Sujeto a retención por norma legal" />}
          </FieldPair>
        </>
      )}
      <TextField name="observacion" label="Observación" />
    </FormSection>
  )
}
