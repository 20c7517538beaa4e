import { EmpleadoForm, type Empleado, type RolListado } from '@yupana/contract'
import { nombreRol } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { useFieldError, useValueField } from '../../components/form/use-field.ts'
import { NativeSelect } from '../../components/native-select.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { rolesQuery, saveEmpleado } from './empleado.queries.ts'
import { PERMISOS, ROL_WORDS } from './empleado-words.ts'
import classes from './empleado.module.css'
import { PuntosLista } from './puntos-lista.tsx'

interface Values {
  rol: number
  collections: string[]
}

const ORDER = PERMISOS.flatMap(({ permisos }) => permisos.map(({ right }) => right as string))
/** Always in the order of the screen, so that equal choices are equal values. */
const ordered = (rights: readonly string[]) => ORDER.filter((right) => rights.includes(right))

export function PermisosSection({ empleado, onLeave }: { empleado: Empleado; onLeave: () => void }) {
  const { data: roles, isError, refetch } = useQuery(rolesQuery())
  if (isError) return <PartFailure reason="No se pudieron cargar los roles." onRetry={refetch} />
  if (!roles) return <Skeleton label="Cargando los roles" lines={['60%', '100%', '80%']} />
  const initial = { rol: empleado.rol.id, collections: ordered(empleado.collections) }
  return (
    <Form
      label="Rol y permisos"
      schema={EmpleadoForm}
      initial={initial as EmpleadoForm}
      onSubmit={(form) => saveEmpleado(empleado.id, form)}
      onDone={onLeave}
      disabled={!empleado.editable}
      footer={<FormFooter onCancel={onLeave} canSave={empleado.editable} hasRequired={false} />}
    >
      <FormSection title="Rol">
        <RolChoice roles={roles} before={empleado.rol.id} />
      </FormSection>
      <FormSection title="Permisos">
        <Permisos roles={roles} empleado={empleado} />
      </FormSection>
      <PuntosLista empleado={empleado} />
    </Form>
  )
}

/** Choosing another role sets its rights. */
function RolChoice({ roles, before }: { roles: readonly RolListado[]; before: number }) {
  const { setValue } = useFormContext<Values>()
  const { value, onChange, ref, onBlur, look } = useValueField<number>({ name: 'rol' })
  const options = roles.filter(({ id, asignable }) => asignable || id === before)
  const choose = (id: number) => {
    onChange(id)
    setValue('collections', ordered(roles.find((rol) => rol.id === id)?.collections ?? []), { shouldDirty: true })
  }
  return (
    <>
      <NativeSelect
        label="Rol en la empresa"
        value={String(value)}
        ref={ref}
        onBlur={onBlur}
        {...look}
        className={classes.short}
        description={ROL_WORDS[value]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={options.map((rol) => ({ value: String(rol.id), label: nombreRol(rol) }))}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <p role="status" className={classes.hint}>
        {value === before ? '' : 'Al guardar terminan sus sesiones abiertas en esta empresa, y sus menús vuelven a los del nuevo rol.'}
      </p>
    </>
  )
}

function Permisos({ roles, empleado }: { roles: readonly RolListado[]; empleado: Empleado }) {
  const rol = useWatch<Values, 'rol'>({ name: 'rol' })
  const { value: chosen, onChange } = useValueField<string[]>({ name: 'collections' })
  const error = useFieldError('collections')
  const found = roles.find(({ id }) => id === rol)
  if (!found || found.permitidas.length === 0) return <p className={classes.quiet}>Este rol solo mira: no admite permisos de acción.</p>
  const usual = ordered(found.collections)
  const toggle = (right: string) =>
    onChange(ordered(chosen.includes(right) ? chosen.filter((other) => other !== right) : [...chosen, right]))
  return (
    <>
      <p className={classes.quiet}>Los menús deciden qué ve; estos permisos, qué puede hacer. El servidor los exige en cada acción.</p>
      {error && <Alert title={error} />}
      <div className={classes.groups}>
        {PERMISOS.map(({ label, permisos }) => {
          const offered = permisos.filter(({ right }) => found.permitidas.includes(right))
          return offered.length === 0 ? null : (
            <fieldset key={label} className={classes.group}>
              <legend>{label}</legend>
              {offered.map(({ right, label: words }) => {
                // Users cannot give rights that they do not have; present rights may be removed.
                const isBeyond = !hasRight(right) && !empleado.collections.includes(right)
                return (
                  <Checkbox
                    key={right}
                    label={words}
                    checked={chosen.includes(right)}
                    disabled={isBeyond}
                    onChange={() => toggle(right)}
                    description={isBeyond ? 'Usted no tiene este permiso.' : undefined}
                  />
                )
              })}
            </fieldset>
          )
        })}
      </div>
      {empleado.editable && chosen.join() !== usual.join() && (
        <div>
          <Button variant="default" onClick={() => onChange(usual)}>
            Volver a los del rol
          </Button>
        </div>
      )}
    </>
  )
}
