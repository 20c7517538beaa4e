import { displayPorcentaje, iceTarifasAt, TIPO_IVA } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { useIsPhone } from '../../components/theme/viewport.ts'
import { isNameFixed } from './campo-editable.ts'
import { iceOfCodigo, irbpnrOn, MAX_DETALLES, type LineaValores } from './linea-valores.ts'
import { subtotalOf, useProblemas } from './linea-fila.tsx'
import classes from './linea-datos.module.css'
import { LineaLista } from './linea-lista.tsx'
import { useLineasContext, type LineasForm } from './lineas-context.ts'

interface LineaDatosProps {
  fila: number
  onClose: () => void
}

/** What no cell shows; on a phone the whole line, over the whole window. */
export function LineaDatos({ fila, onClose }: LineaDatosProps) {
  const isPhone = useIsPhone()
  const { acciones } = useLineasContext()
  const { control } = useFormContext<LineasForm>()
  const linea = useWatch({ control, name: `lineas.${fila}` }) as LineaValores | undefined
  if (!linea) return null
  const then = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Dialog opened title={`Línea ${fila + 1}${linea.codigo ? ` · ${linea.codigo}` : ''}`} onClose={onClose} size={560} fullScreen={isPhone}>
      <div className={classes.datos}>
        {isPhone && <Celdas fila={fila} linea={linea} />}
        <LineaLista fila={fila} linea={linea} />
        <Adicionales fila={fila} linea={linea} />
      </div>
      <div className={classes.pie}>
        {isPhone && (
          <>
            <Button variant="default" onClick={then(() => acciones.remove(fila))}>
              Eliminar
            </Button>
            <Button variant="default" onClick={then(() => acciones.duplicate(fila))}>
              Duplicar
            </Button>
          </>
        )}
        <Button onClick={onClose}>Listo</Button>
      </div>
    </Dialog>
  )
}

interface SectionProps {
  fila: number
  linea: LineaValores
}

const DESCUENTOS = [
  { value: 'PORCENTAJE', label: 'Porcentaje (%)' },
  { value: 'VALOR', label: 'Dólares ($)' },
] as const

function Celdas({ fila, linea }: SectionProps) {
  const { reglas, tarifas, canPrice, canDiscount } = useLineasContext()
  const problemas = Object.values(useProblemas(fila, linea, () => true))
  const name = (campo: string) => `lineas.${fila}.${campo}`
  return (
    <>
      <fieldset className={classes.campos} disabled={isNameFixed(linea, canPrice)}>
        <TextField name={name('descripcion')} label="Descripción" required />
      </fieldset>
      <div className={classes.par}>
        <MontoField name={name('cantidad')} label="Cantidad" decimals={0} required />
        <fieldset className={classes.campos} disabled={!canPrice && linea.precio_libre !== true}>
          <MontoField
            name={name('precio')}
            label={reglas.modo === 'PVP' && !reglas.negocioPopular ? 'Precio unitario con IVA' : 'Precio unitario'}
            required
          />
        </fieldset>
      </div>
      <fieldset className={classes.campos} disabled={!canDiscount}>
        <div className={classes.par}>
          <MontoField name={name('descuento')} label="Descuento" decimals={0} />
          <SelectField name={name('descuento_en')} label="Descuento en" options={DESCUENTOS} />
        </div>
      </fieldset>
      {!reglas.negocioPopular && (
        <SelectField name={name('iva')} label="Tarifa de IVA" options={tarifas.map(({ iva, label }) => ({ value: iva, label }))} />
      )}
      <p className={classes.totalLinea}>
        Subtotal <b>{subtotalOf(linea)}</b>
      </p>
      {problemas.length > 0 && (
        <ul className={classes.listaProblemas} role="status">
          {problemas.map((problema) => (
            <li key={problema}>{problema}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Adicionales({ fila, linea }: SectionProps) {
  const { reglas, materiales, withSubsidio } = useLineasContext()
  const name = (campo: string) => `lineas.${fila}.${campo}`
  const isMaterial = linea.iva === TIPO_IVA.CINCO && !reglas.negocioPopular
  return (
    <>
      <FieldPair>
        <TextField name={name('codigo')} label="Código" />
        <TextField name={name('unidad_medida')} label="Unidad de medida" />
      </FieldPair>
      {isMaterial ? (
        <SelectField
          name={name('codigo_auxiliar')}
          label="Material de construcción (tabla 31)"
          required
          options={[
            { value: '', label: 'Elija el material' },
            ...materiales.map(({ codigo, nombre }) => ({ value: codigo, label: `${codigo} · ${nombre}` })),
          ]}
        />
      ) : (
        <TextField name={name('codigo_auxiliar')} label="Código auxiliar" />
      )}
      {(reglas.ice || linea.ice) && !reglas.negocioPopular && <Ice fila={fila} linea={linea} />}
      {(reglas.irbpnr || linea.irbpnr) && <Irbpnr fila={fila} linea={linea} />}
      {withSubsidio && (
        <MontoField name={name('sin_subsidio')} label="Precio sin subsidio, sin IVA" description="Solo de lo que el Estado subsidia." />
      )}
      <Detalles fila={fila} />
    </>
  )
}

function Ice({ fila, linea }: SectionProps) {
  const { reglas } = useLineasContext()
  const { setValue } = useFormContext<LineasForm>()
  const name = `lineas.${fila}.ice` as const
  const choose = (codigo: string | null) => {
    setValue(name, codigo === null ? undefined : iceOfCodigo(codigo, reglas.fecha), { shouldDirty: true })
  }
  const codes = iceTarifasAt(reglas.fecha)
  const options = [
    { value: '', label: 'Sin ICE' },
    ...codes.map(({ codigo, nombre, adValorem }) => ({
      value: codigo,
      label: `${codigo} · ${nombre}${adValorem === undefined ? '' : ` (${displayPorcentaje(adValorem)})`}`,
    })),
  ]
  return (
    <>
      <NativeSelect
        label="ICE"
        value={linea.ice?.codigo ?? ''}
        data={options}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? null : value)}
      />
      {linea.ice && (
        <FieldPair>
          <MontoField name={`${name}.tarifa`} label="Tarifa ad valorem (%)" decimals={0} />
          <MontoField name={`${name}.especifico`} label="Tarifa específica por unidad ($)" />
        </FieldPair>
      )}
    </>
  )
}

function Irbpnr({ fila, linea }: SectionProps) {
  const { reglas } = useLineasContext()
  const { setValue } = useFormContext<LineasForm>()
  const name = `lineas.${fila}.irbpnr` as const
  const toggle = (isOn: boolean) => setValue(name, isOn ? irbpnrOn(reglas.fecha) : undefined, { shouldDirty: true })
  return (
    <>
      <Checkbox
        label="Paga IRBPNR (botellas plásticas no retornables)"
        checked={linea.irbpnr !== undefined}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {linea.irbpnr && <MontoField name={`${name}.tarifa`} label="IRBPNR por botella ($)" required />}
    </>
  )
}

function Detalles({ fila }: { fila: number }) {
  const { control } = useFormContext<LineasForm>()
  const { fields, append, remove } = useFieldArray({ control, name: `lineas.${fila}.detalles` })
  return (
    <fieldset className={classes.campos}>
      <legend className="mantine-InputWrapper-label">Detalles adicionales</legend>
      {fields.map(({ id }, at) => (
        <div key={id} className={classes.detalle}>
          <TextField name={`lineas.${fila}.detalles.${at}.nombre`} label="Nombre" />
          <TextField name={`lineas.${fila}.detalles.${at}.valor`} label="Valor" />
          <IconButton label={`Quitar detalle ${at + 1}`} onClick={() => remove(at)}>
            <IconTrash size={18} />
          </IconButton>
        </div>
      ))}
      {fields.length < MAX_DETALLES && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} />}
          onClick={() => append({ nombre: '', valor: '' })}
          className={classes.izquierda}
        >
          Añadir detalle
        </Button>
      )}
    </fieldset>
  )
}
