// Common functions of all catalogues; `nombrado` is for those with a name, a description and a state.
export { autorBy, create, edit, insert, read, remove, restore, type Autor, type Catalogo } from './catalogo.service.ts'
export { isEqual, nextRows, readRows, searchRows, type Tabla } from './catalogo.sql.ts'
export * as nombrado from './nombrado.service.ts'
