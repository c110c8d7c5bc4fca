import { allObjects, fieldsSeen } from './objects.ts'
import type { Field, Org, Row, SObject } from './orgs.ts'

const aboutObject = ({ name, label, prefix, isMergeable, isWritable }: SObject, version: string) => ({
  ...{ name, label, labelPlural: `${label}s`, keyPrefix: prefix, custom: false, queryable: true, retrieveable: true },
  ...{ createable: isWritable, updateable: isWritable, deletable: isWritable, undeletable: isWritable },
  ...{ mergeable: isMergeable, replicateable: isWritable },
  urls: {
    sobject: `/services/data/${version}/sobjects/${name}`,
    describe: `/services/data/${version}/sobjects/${name}/describe`,
    rowTemplate: `/services/data/${version}/sobjects/${name}/{ID}`,
  },
})

export const describeGlobal = (version: string) => ({
  ...{ encoding: 'UTF-8', maxBatchSize: 200 },
  sobjects: allObjects.map((object) => aboutObject(object, version)),
})

const soapTypes: Partial<Record<Field['type'], string>> = {
  ...{
    id: 'tns:ID',
    reference: 'tns:ID',
    boolean: 'xsd:boolean',
    int: 'xsd:int',
    double: 'xsd:double',
    currency: 'xsd:double',
  },
  ...{ percent: 'xsd:double', date: 'xsd:date', datetime: 'xsd:dateTime', address: 'urn:address' },
}

const shownField = (field: Field<Row>) => ({
  ...{ name: field.name, label: field.label, type: field.type, length: field.length, custom: field.isCustom },
  ...{ nillable: !field.isRequired, createable: field.isWritable, updateable: field.isWritable, calculated: false },
  ...{ autoNumber: false, externalId: false, unique: false, filterable: true, sortable: true },
  ...{ nameField: field.name === 'Name', defaultedOnCreate: field.name === 'OwnerId', restrictedPicklist: field.isRestricted },
  ...{ precision: 0, scale: 0, permissionable: !field.isRequired, compoundFieldName: null },
  ...{ referenceTo: field.leadsTo?.objects ?? [], relationshipName: field.leadsTo?.by ?? null },
  soapType: soapTypes[field.type] ?? 'xsd:string',
  picklistValues: field.options.map((value) => ({ value, label: value, active: true, defaultValue: false, validFor: null })),
})

/** Only what this user may see. */
export const describeObject = (org: Org, object: SObject, version: string) => ({
  ...aboutObject(object, version),
  fields: fieldsSeen(object, org).map(shownField),
  childRelationships:
    object.name === 'Opportunity'
      ? [{ childSObject: 'OpportunityContactRole', field: 'OpportunityId', relationshipName: 'OpportunityContactRoles' }]
      : [],
})
