// A conversion webhook of controller-runtime with the versions of ../src/api.rs.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/conversion"
	webhook "sigs.k8s.io/controller-runtime/pkg/webhook/conversion"
)

type DatabaseV1 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SpecV1 `json:"spec"`
}

type SpecV1 struct {
	Type    string   `json:"type"`
	SizeGb  uint32   `json:"sizeGb"`
	Address *string  `json:"address,omitempty"`
	Users   []UserV1 `json:"users"`
}

type UserV1 struct {
	Name    string `json:"name"`
	Role    string `json:"role"`
	Comment string `json:"comment"`
}

type DatabaseV2 struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              SpecV2 `json:"spec"`
}

type SpecV2 struct {
	Engine  string   `json:"engine"`
	Storage Storage  `json:"storage"`
	Host    *string  `json:"host,omitempty"`
	Port    *uint16  `json:"port,omitempty"`
	Users   []UserV2 `json:"users"`
}

type Storage struct {
	SizeGb uint32 `json:"sizeGb"`
}

type UserV2 struct {
	Name    string `json:"name"`
	Grant   string `json:"grant"`
	Comment string `json:"comment"`
}

func (d *DatabaseV1) DeepCopyObject() runtime.Object {
	c := *d
	c.ObjectMeta = *d.ObjectMeta.DeepCopy()
	c.Spec.Users = append([]UserV1(nil), d.Spec.Users...)
	return &c
}

func (d *DatabaseV2) DeepCopyObject() runtime.Object {
	c := *d
	c.ObjectMeta = *d.ObjectMeta.DeepCopy()
	c.Spec.Users = append([]UserV2(nil), d.Spec.Users...)
	return &c
}

func (*DatabaseV2) Hub() {}

func (d *DatabaseV1) ConvertTo(hub conversion.Hub) error {
	to := hub.(*DatabaseV2)
	to.ObjectMeta = d.ObjectMeta
	to.Spec = SpecV2{Engine: d.Spec.Type, Storage: Storage{SizeGb: d.Spec.SizeGb}}
	if d.Spec.Address != nil {
		at := strings.LastIndex(*d.Spec.Address, ":")
		if at < 0 {
			return fmt.Errorf("no port in %q", *d.Spec.Address)
		}
		port, err := strconv.ParseUint((*d.Spec.Address)[at+1:], 10, 16)
		if err != nil {
			return err
		}
		host, number := (*d.Spec.Address)[:at], uint16(port)
		to.Spec.Host, to.Spec.Port = &host, &number
	}
	to.Spec.Users = make([]UserV2, 0, len(d.Spec.Users))
	for _, user := range d.Spec.Users {
		to.Spec.Users = append(to.Spec.Users, UserV2{Name: user.Name, Grant: user.Role, Comment: user.Comment})
	}
	return nil
}

func (d *DatabaseV1) ConvertFrom(hub conversion.Hub) error {
	from := hub.(*DatabaseV2)
	d.ObjectMeta = from.ObjectMeta
	d.Spec = SpecV1{Type: from.Spec.Engine, SizeGb: from.Spec.Storage.SizeGb}
	if from.Spec.Host != nil && from.Spec.Port != nil {
		address := fmt.Sprintf("%s:%d", *from.Spec.Host, *from.Spec.Port)
		d.Spec.Address = &address
	}
	d.Spec.Users = make([]UserV1, 0, len(from.Spec.Users))
	for _, user := range from.Spec.Users {
		d.Spec.Users = append(d.Spec.Users, UserV1{Name: user.Name, Role: user.Grant, Comment: user.Comment})
	}
	return nil
}

func main() {
	address := flag.String("address", "127.0.0.1:9443", "")
	folder := flag.String("certificates", "", "")
	flag.Parse()
	scheme := runtime.NewScheme()
	group := "bench.example.com"
	scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: group, Version: "v1", Kind: "Database"}, &DatabaseV1{})
	scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: group, Version: "v2", Kind: "Database"}, &DatabaseV2{})
	http.Handle("/convert", webhook.NewWebhookHandler(scheme, webhook.NewRegistry()))
	if err := http.ListenAndServeTLS(*address, *folder+"/tls.crt", *folder+"/tls.key", nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
