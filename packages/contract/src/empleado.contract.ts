import * as z from 'zod/mini'

import { COLLECTIONS } from './collection.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { idParams, uuid } from './fields.ts'

const tag = 'Empleados y roles'

export const RolNombrado = z.object({ id: z.int(), name: z.string() })
export type RolNombrado = z.infer<typeof RolNombrado>

/** Roles a company gives to its people; SUPER_ADMIN is never one of them. */
export const rolDeEmpresa = z.literal([1, 2, 3, 4], 'Elija un rol de la lista.')

const collection = z.enum(COLLECTIONS, 'Permiso no válido.')
const distinct = (list: readonly string[]) => new Set(list).size === list.length

/** A member of the company. */
export const Empleado = z.object({
  id: uuid,
  username: z.string(),
  name: z.string(),
  surname: z.string(),
  mail: z.string(),
  rol: RolNombrado,
  activo: z.boolean(),
  collections: z.array(z.string()),
  /** Whether menus were assigned to this person; otherwise those of the role apply. */
  menus_propios: z.boolean(),
  ultimo_ingreso: z.nullable(z.string()),
  /** Whether the user may change this person: never oneself nor anybody above. */
  editable: z.boolean(),
})
export type Empleado = z.infer<typeof Empleado>

/** A menu entry of an employee; `fijo` entries come with the role and cannot be taken away. */
export const MenuEmpleado = z.object({ to: z.string(), label: z.string(), asignado: z.boolean(), fijo: z.boolean() })
export type MenuEmpleado = z.infer<typeof MenuEmpleado>

export const MenusEmpleado = z.object({
  /** Whether menus can be assigned to this employee; the other roles always have the same menus. */
  asignable: z.boolean(),
  propios: z.boolean(),
  menus: z.array(MenuEmpleado),
})
export type MenusEmpleado = z.infer<typeof MenusEmpleado>

export const AssignMenuForm = z.object({
  id: uuid,
  menus: z
    .array(z.string().check(z.maxLength(100)))
    .check(z.maxLength(100, 'Hay demasiados menús.'), z.refine(distinct, 'Hay menús repetidos.')),
})
export type AssignMenuForm = z.infer<typeof AssignMenuForm>

export const EmpleadoForm = z.object({
  rol: rolDeEmpresa,
  collections: z.array(collection).check(z.maxLength(COLLECTIONS.length), z.refine(distinct, 'Hay permisos repetidos.')),
})
export type EmpleadoForm = z.infer<typeof EmpleadoForm>

/** A role with its initial rights and the rights it may get. */
export const RolListado = z.object({
  id: z.int(),
  name: z.string(),
  asignable: z.boolean(),
  collections: z.array(z.string()),
  permitidas: z.array(z.string()),
})
export type RolListado = z.infer<typeof RolListado>

export const allEmpleado = endpoint('GET /business/employee/all', {
  costo: 'lectura',
  tag,
  summary: 'Empleados de la empresa',
  reply: z.array(Empleado),
})
export const toggleEmpleado = endpoint('PUT /business/employee/toggle_status/:id', {
  costo: 'escritura',
  tag,
  summary: 'Activa o desactiva a un empleado; al desactivarlo terminan sus sesiones en la empresa',
  params: idParams,
  reply: z.object({ activo: z.boolean() }),
  msg: 'Estado actualizado exitosamente',
})
export const deleteEmpleado = endpoint('DELETE /business/employee/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Retira a un empleado de la empresa; sus documentos conservan su nombre',
  params: idParams,
  reply: Nothing,
  msg: 'Empleado eliminado exitosamente',
})
export const menusEmpleado = endpoint('GET /business/employee/menu/all/:id', {
  costo: 'lectura',
  tag,
  summary: 'Menús de un empleado: los fijos de su rol y los que se le pueden asignar',
  params: idParams,
  reply: MenusEmpleado,
})
export const assignMenu = endpoint('PUT /business/employee/assign_menu', {
  costo: 'escritura',
  tag,
  summary: 'Asigna los menús de un empleado; los ve al cargar su menú',
  body: AssignMenuForm,
  reply: Nothing,
  msg: 'Menu actualizado exitosamente',
})
export const editEmpleado = endpoint('PUT /v1/empleado/edit/:id', {
  costo: 'escritura',
  tag,
  summary: 'Cambia el rol y los permisos de un empleado; con otro rol terminan sus sesiones en la empresa',
  params: idParams,
  body: EmpleadoForm,
  reply: Empleado,
  msg: 'Empleado editado exitosamente',
})
export const listRol = endpoint('GET /rol/list_rol', {
  costo: 'lectura',
  tag,
  summary: 'Roles, con los permisos que traen y los que admiten',
  reply: z.array(RolListado),
})
