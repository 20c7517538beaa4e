// Who belongs to a company.
export { isEmpleado, join, requireGivable } from './empleado.service.ts'
